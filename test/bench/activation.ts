// Loads and activates the built extension in plain Node with a stand-in for `vscode` that accepts everything and does nothing, as in an empty
// folder. So this is the extension's own share; what VS Code does to register views and commands is not in it. Started by bench.ts as a fresh process: activation <dist/extension.cjs>
import { readFileSync, statSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { tell } from './measure';

export interface Activation {
  readonly loadMs: number;
  readonly activateMs: number;
  /** Processor milliseconds of both: what else the machine does is not in it. */
  readonly cpuMs: number;
  /** Of each file that was loaded, by its name from dist on: at once, and until everything that activation started has come to rest. */
  readonly atOnce: Readonly<Record<string, number>>;
  readonly later: readonly string[];
}

type Load = (this: unknown, request: string, parent: unknown, isMain: boolean) => unknown;
interface Loader {
  _load: Load;
  _cache: Readonly<Record<string, unknown>>;
}

const restMs = 300;

const [bundle = ''] = process.argv.slice(2);
void measure(path.resolve(bundle));

async function measure(file: string): Promise<void> {
  const loader = Module as unknown as Loader;
  const load = loader._load;
  const vscode = editorApi({ workspaceFolders: undefined, textDocuments: [], visibleTextEditors: [], activeTextEditor: undefined, isTrusted: true, EventEmitter: Emitter, findFiles: () => Promise.resolve([]), env: standIn({ language: 'en' }) });
  loader._load = function (request, parent, isMain) {
    return request === 'vscode' ? vscode : load.call(this, request, parent, isMain);
  };
  const loaded = (): readonly string[] => Object.keys(loader._cache).filter((name) => name.startsWith(path.dirname(file)));
  const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
  const extension = createRequire(file)(file) as { activate(context: unknown): unknown };
  const loadedAt = performance.now();
  const context = standIn({ subscriptions: [], workspaceState: memento, globalState: memento, extensionPath: path.dirname(path.dirname(file)) });
  await extension.activate(context);
  const [activatedAt, cpu] = [performance.now(), process.cpuUsage(cpuBefore)];
  const atOnce = loaded();
  await new Promise((go) => setTimeout(go, restMs));
  const name = (one: string): string => path.relative(path.dirname(path.dirname(file)), one);
  tell({
    loadMs: loadedAt - before,
    activateMs: activatedAt - loadedAt,
    cpuMs: (cpu.user + cpu.system) / 1000,
    atOnce: Object.fromEntries(atOnce.map((one) => [name(one), statSync(one).size])),
    later: loaded().filter((one) => !atOnce.includes(one)).map(name),
  } satisfies Activation);
  process.exit();
}

const memento = { get: (_key: string, otherwise: unknown) => otherwise, update: () => Promise.resolve(), keys: () => [] };

/** Everything that VS Code's API exports by name, since bundles copy what a module says it has. */
function editorApi(known: Readonly<Record<string, unknown>>): object {
  const types = readFileSync(createRequire(import.meta.url).resolve('@types/vscode/package.json').replace('package.json', 'index.d.ts'), 'utf8');
  const names = [...types.matchAll(/^\s*export (?:namespace|class|enum|const|function) (\w+)/gm)].map((match) => match[1]!);
  return Object.fromEntries(names.map((name) => [name, known[name] ?? standIn(known)]));
}

/** Can be called, made, read and looped over; gives more of the same. */
function standIn(known: Readonly<Record<string, unknown>> = {}): unknown {
  const target = function (): void {} as unknown as Readonly<Record<string, unknown>>;
  return new Proxy(target, {
    get: (_target, key) => {
      if (typeof key === 'string' && Object.hasOwn(known, key)) return known[key];
      if (key === 'then') return undefined;
      if (key === Symbol.iterator) return () => [][Symbol.iterator]();
      if (key === Symbol.toPrimitive || key === 'toString') return () => '';
      if (key === 'prototype') return Object.prototype;
      return standIn(known);
    },
    apply: () => standIn(known),
    construct: () => standIn(known) as object,
    set: () => true,
  });
}

class Emitter {
  private readonly listeners = new Set<(value: unknown) => void>();
  readonly event = (listener: (value: unknown) => void): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value: unknown): void {
    for (const listener of this.listeners) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}
