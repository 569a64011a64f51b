/** The documents that language features look at: YAML by its name, whatever language mode an editor gave it. */
import type { DocumentSelector } from 'vscode';

export const yamlFiles: DocumentSelector = [{ pattern: '**/*.{yaml,yml}' }];
