/** How a role is told of the signals that it may send beside its output: subtasks of a plan, and the wish for more. Only where its card says that it may. */
import type { Role } from '../team/team';
import type { PromptBasis } from './promptParts';

export function signalsContract(basis: PromptBasis, role: Role): readonly string[] {
  return [...(role.mode === 'plan' ? planContract(basis, role) : []), ...extendContract(role)];
}

function planContract({ team }: PromptBasis, planner: Role): readonly string[] {
  const others = team.roles.filter((role) => role.id !== planner.id && role.writes.length > 0);
  if (others.length === 0) return [];
  return [
    'Where your instructions ask you to hand out work, or your subtask is `at_risk` and needs another way, add',
    '"subtasks": [ { "id": "a name of your own", "role": "who does it", "input": { … }, "criteria": ["what its result is judged by"], "after": ["the ids that have to end before it"] } ]',
    'What need not wait for each other is done side by side. Roles that can be given a subtask:',
    ...others.map(({ id, responsibility, inputSchema }) => `- \`${id}\`: ${responsibility}${inputSchema === null ? '' : ` Its input: ${JSON.stringify(inputSchema)}`}`),
  ];
}

function extendContract({ mayAsk }: Role): readonly string[] {
  if (mayAsk === undefined) return [];
  const given = [...mayAsk.fields, ...mayAsk.tools].map((name) => `\`${name}\``).join(', ');
  return [
    'If you lack something that you need, answer only { "extend": { "need": "what for", "fields": ["shared fields"], "tools": ["tools"] } } and you are asked again.',
    `${given === '' ? '' : `You get ${given} at once. `}About anything else a person is asked.`,
  ];
}
