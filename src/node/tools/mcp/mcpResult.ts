/** What an MCP server answered, as JSON for a model: structured content as it is, text that is JSON as JSON, else the text; pictures are only named. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Json } from '../../../engine/shared/json';
import { err, ok, type Result } from '../../../engine/shared/result';

export function readCallResult(result: CallToolResult): Result<Json, string> {
  const text = result.content.map(shownBlock).join('\n\n');
  if (result.isError === true) return err(text === '' ? 'the server says that it failed, and not why' : text);
  if (result.structuredContent !== undefined) return ok(result.structuredContent as Json);
  return ok(asJson(text));
}

function shownBlock(block: CallToolResult['content'][number]): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.mimeType}, ${Math.round((block.data.length * 3) / 4)} bytes: not shown]`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[${block.resource.uri}: not shown]`;
    case 'resource_link':
      return `[${block.name}: ${block.uri}]`;
  }
}

/** Lists and objects, so that `fields` and `max` can shape them. */
function asJson(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
