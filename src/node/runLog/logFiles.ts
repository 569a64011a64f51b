/** Names of files in a run's folder that more than one part has to know. */
export const eventsFile = 'events.jsonl';
