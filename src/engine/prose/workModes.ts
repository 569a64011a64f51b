/** Which kinds of thinking a sentence asks for, by the verbs that its clauses begin with. Guesses from words: what it does not know it does not count. */
export type WorkMode = 'plan' | 'retrieve' | 'reason' | 'generate' | 'execute' | 'review';

const verbs: Readonly<Record<WorkMode, RegExp>> = {
  plan: /^(?:plan|outline|decompose|prioriti[sz]e|split|break (?:\w+ ){1,3}(?:down|into)|decide (?:on|which|what|how)|规划|计划|拆分|拆解|分解|制定)/,
  retrieve: /^(?:search|find|look (?:up|for|into)|fetch|retrieve|collect|gather|query|browse|scrape|crawl|research|consult|检索|搜索|查找|收集|查询|搜集)/,
  reason: /^(?:analy[sz]e|compare|evaluate|infer|deduce|derive|interpret|synthesi[sz]e|assess|weigh|diagnose|calculate|compute|estimate|classify|rank|contrast|分析|比较|对比|推理|推断|评估|计算|归纳)/,
  generate: /^(?:write|draft|compose|summari[sz]e|generate|produce|rewrite|translate|formulate|phrase|create (?:a|an|the) (?:\w+ )?(?:report|text|article|summary|post|story|essay|document|answer)|撰写|编写|写|生成|起草|总结|翻译|产出)/,
  execute: /^(?:run|execute|send|post|deploy|save|upload|book|delete|submit|notify|e-?mail|publish|install|refund|call (?:the|an?) |create (?:a|an|the) (?:\w+ )?(?:ticket|issue|file|record|order|event|branch)|执行|运行|调用|发送|提交|部署|发布|保存)/,
  review: /^(?:check|verify|review|validate|proofread|critique|double-?check|audit|re-?read|审核|检查|校验|核对|验证|复核|审查)/,
};

export const workModes = Object.keys(verbs) as readonly WorkMode[];

const leads =
  /^(?:(?:and|then|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|finally|lastly|after (?:that|this)|afterwards|now|please|always|also|carefully|you (?:must|should|will|have to|need to|can|may|are to)|you|your (?:job|task|duty|role|goal) is to|i want you to|to|step \d{1,2}|then you|it is your task to|once (?:that is )?(?:done|finished)|before (?:you|handing|answering|sending|submitting)(?: \w+){0,4}?(?=,? (?:check|verify|review|re-?read|validate|double|proofread))|(?:once|after|when|if|before|while) [^,]{1,80},)[,:.]?\s+|(?:首先|然后|接着|再|最后|之后|先|请|你|并|并且|需要|必须|第[一二三四五六七八九十]步|[，,、：:]))/i;

/** A stretch of a sentence that asks for one kind of work; null: what it asks for is not known. */
export interface Work {
  readonly mode: WorkMode | null;
  readonly text: string;
}

/** The modes of one sentence, in the order in which it asks for them. */
export function modesIn(sentence: string): readonly WorkMode[] {
  return [...new Set(workIn(sentence).flatMap(({ mode }) => mode ?? []))];
}

/** The sentence cut before each clause that begins with another kind of work. */
export function workIn(sentence: string): readonly Work[] {
  const text = sentence.replaceAll(/\s+/g, ' ').trim();
  const starts: { readonly mode: WorkMode | null; readonly at: number }[] = [];
  // What a clause such as `if there is none` says belongs to the one behind it.
  let waiting: number | null = null;
  for (const { start, end } of clausesOf(text)) {
    const clause = text.slice(start, end);
    const mode = modeOf(clause);
    if (mode === null && (starts.length === 0 || subordinate.test(clause))) {
      waiting ??= start;
      continue;
    }
    if (mode !== null && mode !== starts.at(-1)?.mode) starts.push({ mode, at: waiting ?? start });
    waiting = null;
  }
  if (starts.length === 0) return [{ mode: null, text }];
  return starts.map(({ mode, at }, index) => ({ mode, text: withoutJoint(text.slice(at, starts[index + 1]?.at)) }));
}

/** The word or sign that joined the next clause. */
function withoutJoint(text: string): string {
  return text.trim().replace(/(?:,|;|:|—)?\s?(?:\band then|\band|\bthen)?$/, '').replace(/(?:[，；、：]|并|并且|然后|再)+$/, '').trim();
}

const subordinate = /^\s*(?:if|when|whenever|unless|once|after|before|while|where|for (?:each|every|all)|depending|in case|as soon as|first|second|third|next|finally|lastly|otherwise)\b/i;

function modeOf(clause: string): WorkMode | null {
  const said = withoutLeads(clause.toLowerCase());
  return workModes.find((each) => verbs[each].test(said) && endsWord(said, verbs[each])) ?? null;
}

/** `search` begins no `searchable`. */
function endsWord(said: string, verb: RegExp): boolean {
  const match = verb.exec(said)?.[0] ?? '';
  return !/[a-z]$/.test(match) || !/^[a-z_]/.test(said.slice(match.length));
}

const between = /(?:,|;|:|—)\s(?:and then |and |then )?| and then | then | and |[，；、]|并(?:且)?|然后|再/gi;

function* clausesOf(text: string): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  for (const match of text.matchAll(between)) {
    yield { start, end: match.index };
    start = match.index + match[0].length;
  }
  yield { start, end: text.length };
}

function withoutLeads(clause: string): string {
  let said = clause.trim();
  for (let round = 0; round < 4; round++) {
    const rest = said.replace(leads, '').trimStart();
    if (rest === said) break;
    said = rest;
  }
  return said;
}
