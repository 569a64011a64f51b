/** The one way in which the YAML library is asked. */
import { parseAllDocuments, type Document, type ParsedNode } from 'yaml';

export function parseYaml(text: string): readonly Document.Parsed<ParsedNode>[] {
  const documents = parseAllDocuments<ParsedNode>(text, {
    version: '1.2',
    strict: true,
    // Found by our own walk, which knows both places.
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    resolveKnownTags: false,
  });
  return Array.isArray(documents) ? documents : [];
}
