/** `rolecall show`: a recorded run, or one step of it in full. Makes no call. */
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import type { RunView } from '../engine/projections/runView';
import { printRun } from './followRun';
import { openRun } from './openRun';
import { allSteps } from './reporters/allSteps';
import { stepJson, stepText } from './reporters/stepReport';
import { stepList } from './reporters/stepList';
import { printJson } from './resultJson';

export async function show(host: CliHost, args: Arguments): Promise<number> {
  const { view, read, unended } = await openRun(host, args.words[0]);
  const asked = args.get('step');
  if (asked !== undefined) return showStep(host, args, view, asked.trim());
  if (!args.has('json')) host.out.write(`${stepList(host.out, view)}\n`);
  await printRun(host, args, view, { log: read.location, unended });
  return 0;
}

function showStep(host: CliHost, args: Arguments, view: RunView, asked: string): number {
  const steps = allSteps(view);
  const found = steps.find(({ name }) => name === asked);
  if (found === undefined) {
    const inner = steps.find(({ name }) => name.includes('.'));
    const hint = steps.length === 0 ? 'It has none.' : `It has steps 1 to ${view.steps.at(-1)!.step}${inner === undefined ? '' : `, and of teams within it such as ${inner.name}`}.`;
    throw new CliError(`Run ${view.run} has no step ${asked}.`, hint);
  }
  const { run, step, name, role } = found;
  host.out.write(args.has('json') ? printJson({ ...stepJson(run, step), run: view.run, ...(name === String(step.step) ? {} : { step: name, role }) }) : stepText(run, step));
  return 0;
}
