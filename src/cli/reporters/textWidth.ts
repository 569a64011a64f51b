/** How many columns a text takes in a terminal, and cutting it to fit. Control characters are taken out: a model's text must not move the cursor. */

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
const noWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;
const control = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

const controlInLines = /[^\P{Cc}\n\t]/gu;

/** Several lines, without other control characters. */
export function plainText(text: string): string {
  return text.replace(controlInLines, ' ');
}

/** One line, without control characters. */
export function plainLine(text: string): string {
  return text.replace(control, ' ');
}

export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** At most `columns` wide, with an ellipsis where something is left out. */
export function fitText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 1;
  let kept = '';
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) break;
    kept += character;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
}

export function padText(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

function widthOf(character: string): number {
  if (character.charCodeAt(0) < 0x300) return 1;
  return noWidth.test(character) ? 0 : wide.test(character) ? 2 : 1;
}
