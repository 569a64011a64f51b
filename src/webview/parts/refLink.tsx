/** A place in the user's files that opens in the editor: `team.yaml:28`. */
import type { SourceRef } from '../../engine/shared/source';
import { showRef } from '../../engine/shared/source';
import type { PanelModel } from '../state/panelModel';

export interface RefLinkProps {
  readonly model: PanelModel;
  readonly at: SourceRef;
}

export function RefLink({ model, at }: RefLinkProps) {
  const text = shortRef(at);
  return (
    <button type="button" class="ref" title={showRef(at)} onClick={() => model.open(at)}>
      {text}
    </button>
  );
}

/** Without its folders: a column of places stays readable, the tooltip has them. */
export function shortRef(at: SourceRef): string {
  return showRef({ ...at, file: at.file.slice(at.file.lastIndexOf('/') + 1) });
}
