/** The closed lists of words that cards choose from. Meaning lies with whoever acts on them. */

export const caches = ['off', 'on', 'scenarios'] as const;
export const topologies = ['pipeline', 'supervisor', 'hierarchy', 'blackboard', 'group_chat'] as const;
export const modes = ['plan', 'retrieve', 'reason', 'generate', 'execute', 'review'] as const;
export const failurePolicies = ['skip', 'partial', 'escalate', 'ask', 'fail'] as const;
export const reducers = ['replace', 'append', 'merge', 'union', 'add', 'max', 'min'] as const;
export const providers = ['openai', 'vscode', 'scripted', 'recorded'] as const;
export const toolTypes = ['search', 'read_file', 'list_files', 'calculate', 'write_file', 'http_get', 'mcp', 'vscode'] as const;
export const scriptErrors = ['timeout', 'disconnect', 'empty'] as const;
export const jsonTypes = ['array', 'object', 'string', 'number', 'integer', 'boolean', 'null'] as const;

/** What may stand in the place of a role's name: where a route or a choice leads, what a limit does, who hands over or takes without being a role. */
export const routeEnds = ['end'] as const;
export const limitAnswers = ['ask'] as const;
export const handsTo = ['end', 'supervisor', 'user', 'human'] as const;
export const handedFrom = [...handsTo, 'task'] as const;
export const scriptedOthers = ['supervisor'] as const;
export const scenarioModels = ['recorded'] as const;

/** The version of the format that this program reads. */
export const formatVersion = 1;

/** Keywords of JSON Schema 2020-12, and of draft 7 where they live on. */
export const schemaKeywords: ReadonlySet<string> = new Set(
  (
    '$schema $id $ref $anchor $dynamicRef $dynamicAnchor $defs $comment $vocabulary definitions dependencies allOf anyOf oneOf not if then else ' +
    'dependentSchemas prefixItems items contains properties patternProperties additionalProperties propertyNames unevaluatedItems unevaluatedProperties ' +
    'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains ' +
    'minContains maxProperties minProperties required dependentRequired title description default deprecated readOnly writeOnly examples format ' +
    'contentEncoding contentMediaType contentSchema additionalItems'
  ).split(' '),
);
