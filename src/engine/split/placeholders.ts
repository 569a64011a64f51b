/** Placeholders of a prompt, `{{ question }}` or `{topic}`, as what they are in a team: the task, or a shared field with an initial value. Whatever else looks like a template is written so that it stays text. */
import { isExpressionName, isReserved } from '../team/names';

const asked = new Set(['question', 'query', 'input', 'user_input', 'task', 'topic', 'subject', 'request', 'prompt', 'user_query', 'user_message', 'message']);
const placeholder = /\{\{\s*([A-Za-z_]\w{0,60})\s*\}\}|(?<!\{)\{([A-Za-z_]\w{0,60})\}(?!\})/g;

export class Placeholders {
  private readonly found = new Map<string, string>();

  /** `taken`: names that are fields already. */
  constructor(private readonly taken: ReadonlySet<string>) {}

  /** The fields that stand for placeholders, by the name in the prompt. */
  get fields(): ReadonlyMap<string, string> {
    return this.found;
  }

  /** For a place that is a template. */
  template(text: string): string {
    let result = '';
    let done = 0;
    for (const match of text.matchAll(placeholder)) {
      result += `${literal(text.slice(done, match.index))}{{ ${this.nameOf(match[1] ?? match[2] ?? '')} }}`;
      done = match.index + match[0].length;
    }
    return result + literal(text.slice(done));
  }

  /** For a place that is plain text. */
  plain(text: string): string {
    return text.replaceAll(placeholder, (_whole, double?: string, single?: string) => double ?? single ?? '');
  }

  private nameOf(name: string): string {
    if (asked.has(name.toLowerCase())) return 'task';
    const known = this.found.get(name);
    const free = known ?? [name, `${name}_given`, `given_${name}`].find((each) => isExpressionName(each) && !isReserved(each) && !this.taken.has(each) && ![...this.found.values()].includes(each)) ?? `given_${this.found.size + 1}`;
    this.found.set(name, free);
    return `state.${free}`;
  }
}

function literal(text: string): string {
  return text.replaceAll('{{', "{{ '{{' }}");
}
