/** When something was, in the language of the window: short for a row, whole for a tooltip. */
import { env } from 'vscode';

/** `09:58` today, `Nov 29` this year, else `Nov 29, 2025`; empty for 0. Milliseconds since 1970. */
export function dayOrTime(at: number, now: number): string {
  if (at === 0) return '';
  const [date, today] = [new Date(at), new Date(now)];
  if (date.toDateString() === today.toDateString()) return date.toLocaleTimeString(env.language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const isThisYear = date.getFullYear() === today.getFullYear();
  return date.toLocaleDateString(env.language, { month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) });
}

export function momentText(at: number): string {
  return new Date(at).toLocaleString(env.language, { dateStyle: 'medium', timeStyle: 'short' });
}
