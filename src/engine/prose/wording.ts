/** Wordings that tell of a prompt's design: branches, a check of one's own work, memory, a reviewer's criteria, pulls in opposite directions. Each finder gives the places of what it found. */

export interface Place {
  readonly start: number;
  readonly end: number;
}

function placesOf(text: string, pattern: RegExp): readonly Place[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

/** If, else and their like. */
export function branchesIn(text: string): readonly Place[] {
  return placesOf(text, /\b(?:if|else|otherwise|unless|in case|depending on|except when)\b|如果|否则|除非|若是|倘若/gi);
}

/** A role that is told to check what it made itself. */
export function selfChecksIn(text: string): readonly Place[] {
  return placesOf(
    text,
    /\b(?:double-?check|re-?check|check|verify|review|validate|critique|proofread|evaluate|re-?read)\s+(?:all (?:of )?)?(?:your|its|their)\s+(?:own\s+)?(?:work|output|answer|answers|result|results|response|report|text|draft|reasoning|code|solution|findings|summary|reply)\b|\bself-?(?:check|review|critique|evaluat\w*)\b|\bbefore (?:you|handing|answering|sending|submitting|returning)(?:\s+\w+){0,4}?,?\s+(?:double-?check|check|verify|review|re-?read|validate|proofread|make sure)\b|\b(?:double-?check|check|verify|review|re-?read|validate)\s+(?:it|everything|that)(?:\s+\w+){0,3}?\s+before (?:you|handing|answering|sending|submitting|returning)|自我?(?:检查|审查|校验|复查)|检查(?:你|自己)的|自查/gi,
  );
}

/** State that is kept in the model's head instead of a field. */
export function memoriesIn(text: string): readonly Place[] {
  return placesOf(
    text,
    /\byou (?:should|must|need to|have to|will|are to) (?:always )?(?:remember|recall|memori[sz]e|keep track)\b|\b(?:remember|recall|memori[sz]e) (?:what|which|who|how many|how often|everything|all|the (?:previous|earlier|last)|your (?:previous|earlier|last))\b|\bkeep track of\b|\b(?:do not|don't|never) forget (?:what|which|who|how many)\b|\bas (?:we|you|i) (?:\w+ )?(?:discussed|said|agreed|mentioned|decided)\b|\b(?:from|in|of) (?:the|our|your) (?:previous|earlier|last) (?:conversation|turn|message|chat|round|step|call)s?\b|你(?:应该|需要|要|必须)?记住|请?记住(?:之前|上次|所有|每)|之前的(?:对话|消息)|上一轮/gi,
  );
}

/** The author is told of the reviewer. */
export function reviewersIn(text: string): readonly Place[] {
  return placesOf(
    text,
    /\b(?:the|a|your) (?:reviewer|critic|checker|judge|grader) (?:will|checks?|looks?|wants?|judges?|rejects?|approves?|expects?)\b|\byou(?:r \w+)? will be (?:judged|graded|reviewed|evaluated|scored)\b|(?:审核|评审)(?:人|者|员)(?:会|将)/gi,
  );
}

export interface Pull {
  /** What the two sides pull at. */
  readonly about: string;
  readonly one: RegExp;
  readonly other: RegExp;
}

/** Demands that cannot both be met by roles that work on one another's results. Only superlatives: to be brief is no contradiction to being thorough elsewhere. */
export const pulls: readonly Pull[] = [
  {
    about: 'how much to say',
    one: /\bas (?:detailed|long|comprehensive|exhaustive|thorough|complete) as possible\b|\bas much detail as possible\b|\bleave nothing out\b|\bexhaustively\b|尽(?:可能|量)(?:地)?(?:详细|全面|详尽)/gi,
    other: /\bas (?:short|brief|concise|terse|compact) as possible\b|\bas few (?:words|points|items|steps|sentences) as possible\b|\b(?:cut|drop|strip) (?:everything|anything) (?:that is )?not\b|\bthe bare minimum\b|尽(?:可能|量)(?:地)?(?:简短|简洁|精简)/gi,
  },
  {
    about: 'how far to go',
    one: /\bas (?:detailed|ambitious|creative|comprehensive|bold) as possible\b|\bleave nothing out\b|尽(?:可能|量)(?:地)?(?:详细|大胆|全面)/gi,
    other: /\b(?:question|challenge|doubt|attack|reject) (?:every|each|all|any|everything|anything)(?: \w+)?\b|\bassume (?:that )?(?:everything|every \w+|it) is wrong\b|质疑(?:每|所有|一切)/gi,
  },
  {
    about: 'how fast to be done',
    one: /\bas (?:quickly|fast|soon) as possible\b|\bapprove (?:quickly|unless)\b|尽快/gi,
    other: /\bas (?:often|many times) as (?:needed|possible|it takes)\b|\buntil (?:it is|everything is) perfect\b|\bnever (?:accept|approve|settle)\b|直到完美/gi,
  },
];

export function pullsIn(text: string, pattern: RegExp): readonly Place[] {
  return placesOf(text, pattern);
}

const empty = new Set('a an and are as at be been but by do does each every for from had has have if in into is it its may must no not of on only or out should so than that the their them then there these they this those to was were what when which who will with you your'.split(' '));

/** The words of a sentence that carry meaning, each cut to what its forms share. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,40}/gu) ?? [];
  return new Set(words.filter((word) => !empty.has(word)).map((word) => word.replace(/(?:ies|ing|ed|es|s|e)$/, '') || word));
}
