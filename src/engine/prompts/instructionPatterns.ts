/**
 * What an instruction in the middle of content looks like, in English and Chinese. Each is told by whom it speaks to (you, the model, the reviewer) or
 * by what it wants undone; a sentence that only speaks about rules or tools is none. Every pattern is linear: gaps are counted.
 */

/** Set aside what was said before. */
const orders = '(?:instructions?|prompts?|directions?|directives?|guidelines?|rules?|commands?|constraints?|restrictions?|safeguards?|programming)';
const setAside = '(?:ignor(?:e|ing)|disregard(?:ing)?|forget|bypass|(?:do not|don.?t|stop) (?:follow|obey|heed)(?:ing)?)';
const before = '(?:your|previous|prior|above|earlier|preceding|foregoing|former|system|original|initial)';
const filler = '(?:(?:all|any|each|every|of|the|these|those|absolutely|completely) ){0,4}';

const machine = '(?:ai|a\\.i\\.|llm|gpt|large language model|language model|chat ?bot|(?:ai|virtual|helpful) assistant|ai (?:agent|model|system|reader|reviewer|tool))s?';
const office = '(?:assistant|agent|ai|chat ?bot|supervisor|planner|reviewer|orchestrator|administrator|admin|root|superuser|operator|dan)';

const machineWords = 'ais?\\b|a\\.i\\.|llm|gpt|language model|chat ?bot|(?:virtual|helpful) assistant';

const marks = `<\\|[a-z_]{2,24}\\|>|\\[/?(?:inst|sys)\\]|<</?sys>>|</(?:data|system|system_prompt|instructions)>|<(?:system|system_prompt)>`;

/** Each with words of which a match has one, at the beginning of a word: texts that have none need not be looked through. Null: signs, in `marks`. */
const english: readonly (readonly [needs: string | null, pattern: string])[] = [
  ['ignor|disregard|forget|bypass|follow|obey|heed', `\\b${setAside} ${filler}${before} (?:[\\w-]+ ){0,3}?${orders}\\b`],
  ['your|the system', `\\b(?:override|overrule|discard|abandon|drop|violate|break) ${filler}(?:your|the system) (?:[\\w-]+ ){0,2}?${orders}\\b`],
  ['your', `\\b(?:ignore|disregard|forget|abandon|leave) (?:the |all )?your (?:[\\w-]+ ){0,2}?(?:role|duty|task|training|identity|limits|role card)\\b`],
  ['ignore|disregard|forget', `(?:^|[.!?:;,>] ?|\\b(?:and|please|kindly|now|must|should) )(?:ignore|disregard|forget) (?:all|any|these|those) (?:[\\w-]+ ){0,2}?(?:instructions|prompts?|directives)\\b`],
  ['ignore|disregard|forget', `\\b(?:ignore|disregard|forget) (?:everything|anything|all|what) (?:(?:that )?(?:is|was|comes?|came|has come) )?(?:above|before this|so far|prior|(?:that )?(?:you(?: were| have been|ve been) (?:told|given|taught|instructed)|i (?:said|told|wrote)))`],
  ['you are', `\\byou are (?:now|no longer|henceforth|from now on) (?:(?:an?|the|my|our) )?(?:[\\w-]+ ){0,3}?(?:${office}|bound by|restricted by|unrestricted|jailbroken|(?:developer|god|debug|admin|jailbreak) mode)\\b`],
  ['you are', `\\byou are (?:the|an?|my) (?:[\\w-]+ ){0,2}?${office} (?:now|from now on|from here on)\\b`],
  ['from now|starting now|from this|henceforth', `\\b(?:from now on|starting now|from this (?:point|moment)(?: on| onwards?| forward)?|henceforth),? (?:you (?:are|must|will|shall|should|have to|only|always|never|answer|respond|act|obey)|answer only|respond only|obey)\\b`],
  ['pretend|imagine', `\\b(?:pretend|imagine) (?:that )?you(?: are|re) (?:an?|the|not|no longer|free)\\b`],
  ['instruction|prompt|directive', `\\b(?:new|updated|revised|real|actual|hidden|secret|urgent) (?:system |developer )?(?:instructions?|prompt|directives?) ?(?:for you|from (?:the )?(?:user|system|developer|supervisor))? ?:`],
  ['(?:system|developer) [pmoicnu]', `(?:^|[.!?] |[#\\[<(-] ?)(?:system|developer) (?:prompt|message|override|instructions?|command|notice|update) ?[\\])>]? ?:`],
  ['system ?:', `(?:^|[.!?] )system ?: ?(?:you|ignore|disregard|from now|always|never|call|do not|the user)\\b`],
  [null, marks],
  [machineWords, `\\b(?:attention[:,]?|(?:important|warning)[:,]|(?:notice|note|message|instructions?|directive) (?:to|for)) (?:the |all |any |every )?${machine}(?: [\\w-]+){0,3}? ?[:,;]`],
  ['if you', `\\bif you(?: are|re) (?:an? )?(?:${machine}|assistant|automated (?:agent|reader|system)|bot)\\b`],
  [machineWords, `\\b${machine} (?:that (?:is|are) )?(?:reading|processing|summari[sz]ing|analy[sz]ing|reviewing) this\\b`],
  ['prompt|instruction|rules', `\\b(?:reveal|print|show|repeat|output|leak|disclose|display|tell me|write out) (?:me )?(?:all |of |the |your |verbatim )*(?:(?:your|hidden|initial|original) (?:system )?(?:prompt|instructions|rules)|system prompt)\\b`],
  ['prompt|conversation|context|credential|api key|secret', `\\b(?:send|post|upload|e-?mail|forward|transmit|exfiltrate) (?:[\\w-]+ ){0,4}?(?:your|all the|the whole|this) (?:system prompt|conversation|context|credentials|api keys?|secrets)\\b`],
  ['tell|inform(?:ing)?\\b|notify|alert|mention', `\\b(?:do not|don.?t|never|without) (?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|mention(?:ing)? (?:this|it) to) (?:the |any |your )?(?:user|human|supervisor|reviewer|operator|anyone)s? (?:about (?:this|it|these)|of this|that you|what you)\\b`],
  ['approve|accept', `\\b(?:approve|accept) (?:this|the|every|any|all) (?:output|report|draft|answer|document|work|submission|findings?)s? (?:without|immediately|unconditionally|regardless|no matter|as (?:is|it is))\\b`],
  ['approve|accept', `\\b(?:reviewers?|you) (?:must|should|have to|will|shall|need to) (?:always |now |immediately )?(?:approve|accept) (?:this|everything|anything|it)\\b`],
  ['verdict', `\\bverdict ?(?::|=|to|must be|should be) ?approved?\\b`],
];

const formerly = '(?:之前|以上|上述|上面|先前|前面|此前|原有|原来|原先|系统|系統|你的|您的|你|您|所有|一切|全部|任何|既定|的|这些|這些|先前的)';
const told = '(?:指令|指示|提示词|提示詞|提示|命令|设定|設定|要求|规则|規則|说明|說明|约束|約束|限制|任务|任務|角色)';

const chinese: readonly string[] = [
  `(?:忽略|忽視|忽视|无视|無視|不要理会|不要理會|不用理会|忘记|忘記|忘掉|不必遵守|不要遵守|不要遵循|停止遵循|抛弃|丢弃|跳过|绕过|繞過)(?:掉)?${formerly}{1,6}${told}`,
  '(?:忽略|无视|無視|忘记|忘記|忘掉)(?:掉)?(?:以上|上面|上述|前面|之前)(?:的)?(?:一切|所有|全部)?(?:内容|內容|文字|对话|對話)',
  '(?:你|您)(?:现在|現在|从现在起|從現在起|从现在开始|從現在開始|今后|今後)(?:就)?(?:是|扮演|成为|成為|必须|必須|只能|不再)',
  '(?:从现在起|從現在起|从现在开始|從現在開始|自此刻起)[，, ]?(?:你|您|请|請|必须|必須|只)',
  '(?:请|請)?(?:扮演|假装你是|假裝你是|假设你是|假設你是)(?:一个|一個|一名|一位)?(?:[\\p{Script=Han}a-z]{0,6})?(?:系统|系統|管理员|管理員|主管|超级用户|开发者|開發者|没有限制|沒有限制|不受限制)',
  '(?:系统|系統|开发者|開發者)(?:提示|指令|消息|命令|覆盖|公告)[】\\])]?[:：]',
  '(?:新的|最新的?|真正的|隐藏的?|隱藏的?|秘密)(?:系统|系統)?(?:指令|指示|提示词|提示詞)[:：]',
  '(?:致|给|給|写给|寫給|告)(?:所有|各位|任何|正在阅读的)?(?:的)?(?:ai|人工智能|大模型|语言模型|語言模型|智能体|智能體|聊天机器人|机器人助手)',
  '(?:如果|若|假如)(?:你|您)是(?:一个|一個|一名)?(?:ai|人工智能|大?语言模型|大?語言模型|大模型|智能助手|机器人|機器人)',
  '(?:正在)?(?:阅读|閱讀|处理|處理|总结|總結)(?:本文|此文|该文档|本文档|这份文档|這份文件)的(?:ai|人工智能|大模型|语言模型|智能体|助手)',
  '(?:不要|不得|别|別|请勿|請勿|切勿)(?:告诉|告訴|告知|提醒|通知|透露给|透露給|让|讓)(?:用户|用戶|人类|人類|使用者|主管|审核者|審核者|评审|評審)',
  '(?:泄露|洩露|输出|輸出|显示|顯示|打印|复述|複述|重复|透露)(?:出)?(?:你|您)的(?:系统|系統|全部|完整|初始|隐藏)?(?:的)?(?:提示词|提示詞|提示|指令|设定|設定)',
  '(?:你|您|审核者|審核者|评审者?|評審者?)(?:必须|必須|应当|應當|应该|應該|务必|直接)(?:直接|立即|无条件|無條件|一律)?(?:批准|通过|通過|同意|认可|認可)',
  '(?:请|請)?(?:直接|立即|无条件|無條件|一律)(?:批准|通过|通過)(?:本|此|该|該|这|這)',
];

export interface InstructionPattern {
  /** Holds of every text in which one is found, and of few others: each pass with all patterns costs. */
  readonly hint: RegExp;
  /** Matches the beginning of each. */
  readonly pattern: RegExp;
}

/**
 * For a text of lower-case letters. `tools`: those that an order to call one could mean; a name that is also a word of the language is told only where it
 * is called a tool.
 */
export function instructionPattern(tools: readonly string[]): InstructionPattern {
  const key = tools.join('\n');
  const pattern = made.get(key) ?? patternFor(tools);
  if (made.size >= mostMade) made.clear();
  made.set(key, pattern);
  return pattern;
}

/** By the tools: making one takes longer than most searches with it. */
const made = new Map<string, InstructionPattern>();
const mostMade = 50;

function patternFor(tools: readonly string[]): InstructionPattern {
  const words = [...english.flatMap(([needs]) => needs ?? []), ...tools.map(asPattern)];
  return {
    hint: new RegExp(`\\b(?:${words.join('|')})|${marks}|\\p{Script=Han}`, 'u'),
    // One pattern for all: a pass for each would cost more.
    pattern: new RegExp([...english.map(([, source]) => source), ...chinese, ...callOf(tools)].map((source) => `(?:${source})`).join('|'), 'gmu'),
  };
}

function asPattern(tool: string): string {
  return tool.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function callOf(tools: readonly string[]): readonly string[] {
  if (tools.length === 0) return [];
  const anyOf = (names: readonly string[]) => `(?:${names.map(asPattern).join('|')})`;
  const named = tools.filter((name) => /[_\-.\d]|\p{Ll}\p{Lu}/u.test(name));
  const verb = '(?:\\b(?:call|invoke|use|run|execute|trigger)|调用|呼叫|执行|运行|使用|執行|運行|調用)';
  const tool = '(?:tool |function |工具|函数|函數)';
  return [
    ...(named.length === 0 ? [] : [`${verb} ?(?:the )?${tool}? ?${anyOf(named)}(?![\\w-])`]),
    `${verb} ?(?:the )?${tool} ?${anyOf(tools)}(?![\\w-])`,
    `${verb} (?:the )?${anyOf(tools)} (?:tool|function)\\b`,
  ];
}
