/** Registers completion, hover, definitions, references, rename, outline, folding, links and colours. What they answer is loaded when first asked for. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { lazily } from '../adapters/lazily';
import type { LanguageDeps } from './languageFeatures';
import { tokenTypes } from './tokenTypes';
import { yamlFiles } from './yamlFiles';

/** A space brings up what may follow a colon, a dash, a comma or an opening bracket, and nothing in a sentence. */
const triggers = ['.', ' ', '{', '['];
const mayFollow = /(?:[:,[{]|^\s*-|\{\{)\s*$/;

export function registerLanguage(deps: LanguageDeps): Disposable {
  const { languages } = vscode;
  const owned = new DisposableStore();
  const features = lazily(async () => new (await import('./languageFeatures')).LanguageFeatures(deps));
  owned.add(languages.registerCompletionItemProvider(yamlFiles, {
    async provideCompletionItems(document, position, _token, { triggerCharacter }) {
      const before = document.lineAt(position).text.slice(0, position.character);
      return triggerCharacter === ' ' && !mayFollow.test(before) ? undefined : (await features()).complete(document, position);
    },
    resolveCompletionItem: async (item) => (await features()).resolve(item),
  }, ...triggers));
  owned.add(languages.registerHoverProvider(yamlFiles, { provideHover: async (document, position) => (await features()).hover(document, position) }));
  owned.add(languages.registerDefinitionProvider(yamlFiles, { provideDefinition: async (document, position) => (await features()).definition(document, position) }));
  owned.add(languages.registerReferenceProvider(yamlFiles, {
    provideReferences: async (document, position, { includeDeclaration }) => (await features()).references(document, position, includeDeclaration),
  }));
  owned.add(languages.registerDocumentHighlightProvider(yamlFiles, { provideDocumentHighlights: async (document, position) => (await features()).highlights(document, position) }));
  owned.add(languages.registerRenameProvider(yamlFiles, {
    prepareRename: async (document, position) => (await features()).prepareRename(document, position),
    provideRenameEdits: async (document, position, to) => (await features()).rename(document, position, to),
  }));
  owned.add(languages.registerDocumentSymbolProvider(yamlFiles, { provideDocumentSymbols: async (document) => (await features()).outline(document) }, { label: 'Rolecall' }));
  owned.add(languages.registerFoldingRangeProvider(yamlFiles, { provideFoldingRanges: async (document) => (await features()).folds(document) }));
  owned.add(languages.registerDocumentLinkProvider(yamlFiles, { provideDocumentLinks: async (document) => (await features()).links(document) }));
  const legend = new vscode.SemanticTokensLegend([...new Set(Object.values(tokenTypes))]);
  owned.add(languages.registerDocumentSemanticTokensProvider(yamlFiles, { provideDocumentSemanticTokens: async (document) => (await features()).colours(document, legend) }, legend));
  return owned;
}
