// A newcomer who gives a sample another task sees the same answer: the end of the run says why.
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolecallHere } from '../support/cliInProcess';
import { smallTeamFiles } from '../support/smallTeamFiles';
import { tempFolder, type TempFolder } from '../support/tempFolder';

const samples = fileURLToPath(new URL('../../media/samples', import.meta.url));

describe('the replies of scripted models', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  afterEach(() => folder.remove());

  it('are said to be written, in the script that answered', async () => {
    folder = await tempFolder(smallTeamFiles);
    const { out } = await rolecallHere(folder.path, 'run', 'team', '--task', 'x', '--quiet', '--model', 'other');
    assert.match(out, /^The replies are written in other\.script\.yaml \(scripted model\): another task changes only what they take from it\.$/m);
  });

  it('are said to be written in those of the teams within too, as the run’s team sees them', async () => {
    folder = await tempFolder();
    await cp(`${samples}/content-production`, `${folder.path}/team`, { recursive: true });
    const { out } = await rolecallHere(folder.path, 'run', 'team', '--task', 'the queen of the night on open nights', '--quiet', '--approve', 'all');
    assert.match(out, /^The replies are written in groups\/planning\/demo\.script\.yaml, groups\/production\/demo\.script\.yaml\b.* \(scripted model\)/m);
  });
});
