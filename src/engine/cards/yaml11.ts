/** Words and numbers that YAML 1.1, still read by many tools, takes for something else than we do: `no`, `on`, `010`. */
import { rangeOf, type ScalarNode } from './cardNode';
import type { Findings } from './findings';
import { quoted } from './tornValue';

const booleans = /^(?:yes|no|on|off)$/i;
const octal = /^[-+]?0[0-7]+$/;

export function reportYaml11(node: ScalarNode, findings: Findings): void {
  if (node.style !== 'plain' || node.value === null) return;
  const written = node.source.written(node.start, node.end);
  if (typeof node.value === 'string' ? !booleans.test(written) : !octal.test(written)) return;
  const other = typeof node.value === 'string' ? 'true or false' : 'an octal number';
  const range = rangeOf(node);
  const fix = typeof node.value === 'string' ? { title: 'Put it in quotes', range, text: quoted(written) } : undefined;
  const here = typeof node.value === 'string' ? 'a text' : String(node.value);
  findings.add('yaml-1-1', range, `\`${written}\` is ${here} here, but ${other} to tools that read YAML 1.1.`, { fix });
}
