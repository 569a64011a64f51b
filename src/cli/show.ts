/** `rolecall show`: a recorded run, or one step of it in full. Makes no call. */
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import { openRun } from './openRun';
import { stepJson, stepText } from './reporters/stepReport';
import { summaryText } from './reporters/summary';
import { stepList } from './reporters/stepList';
import { printJson, resultJson } from './resultJson';
import { showPath } from './showPath';

export async function show(host: CliHost, args: Arguments): Promise<number> {
  const { view, read, unended } = await openRun(host, args.words[0]);
  const asked = args.get('step');
  if (asked !== undefined) {
    const step = view.steps.find((one) => String(one.step) === asked.trim());
    if (step === undefined) throw new CliError(`Run ${view.run} has no step ${asked}.`, view.steps.length === 0 ? 'It has none.' : `It has steps 1 to ${view.steps.at(-1)!.step}.`);
    host.out.write(args.has('json') ? printJson(stepJson(view, step)) : stepText(view, step));
    return 0;
  }
  if (args.has('json')) host.out.write(printJson(resultJson(view, read.location, unended)));
  else host.out.write(`${stepList(host.out, view)}\n${summaryText(host.out, view, { log: showPath(host.cwd, read.location), unended })}`);
  return 0;
}
