/** What a preview shows and what it is filled in for: its address, so that it outlives a reload. */
import * as vscode from 'vscode';
import type { RunMoment } from '../../engine/preview/runMoments';
import { isObject, type Json } from '../../engine/shared/json';
import { previewScheme } from '../ids';
import type { RunPlace } from '../runs/runRecord';

export interface PreviewPlace {
  /** The team file that the role belongs to. */
  readonly team: string;
  readonly role: string;
  /** A moment of a run, which may be one that the team worked for; null: sample input. */
  readonly at: (RunPlace & Omit<RunMoment, 'within'> & Partial<RunMoment>) | null;
  /** With sample input: the scenario that gives it. Left out: one of this role, else any, else the card's first example. */
  readonly sample?: string;
  /** With sample input: whose output is under review. */
  readonly author?: string;
}

export function previewUri({ team, role, at, sample, author }: PreviewPlace): vscode.Uri {
  const name = vscode.l10n.t('Prompt of {0}', role);
  return vscode.Uri.from({ scheme: previewScheme, path: `/${name}.md`, query: JSON.stringify({ team, role, at, sample, author }) });
}

export function previewPlaceIn({ query }: vscode.Uri): PreviewPlace | null {
  try {
    const place = JSON.parse(query) as Json;
    return isObject(place) && typeof place['team'] === 'string' && typeof place['role'] === 'string' ? (place as unknown as PreviewPlace) : null;
  } catch {
    return null;
  }
}
