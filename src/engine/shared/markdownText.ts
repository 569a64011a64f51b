/** Text of a user's or a model's, put into Markdown so that it stays text: no links, pictures, icons or headings come of it. */

export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+\-.!|<>~$&:]/g, '\\$&');
}
