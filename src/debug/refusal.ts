/** Something that cannot be done here, with a sentence for people that says why. */
export class Refusal extends Error {}
