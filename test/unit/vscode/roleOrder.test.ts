import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { RoleOutline } from '../../../src/engine/team/loadedTeam';
import { rolesInOrder } from '../../../src/vscode/views/roleOrder';
import { sampleTeam } from '../../support/sampleTeam';

const outline = (id: string): RoleOutline => {
  const start = { line: 1, column: 1 };
  return { id, name: id, file: `/team/roles/${id}.yaml`, range: { file: `/team/roles/${id}.yaml`, start, end: start }, problem: null };
};
const byName = ['analyst', 'collector', 'planner', 'reviewer', 'writer'].map(outline);
const ids = (roles: readonly RoleOutline[]): string => roles.map(({ id }) => id).join(' ');

describe('rolesInOrder', () => {
  it('follows the routes, reviewers last', () => {
    assert.equal(ids(rolesInOrder(byName, sampleTeam())), 'planner collector analyst writer reviewer');
  });

  it('follows a pipeline', () => {
    const team = { ...sampleTeam(), topology: 'pipeline' as const, pipeline: ['writer', 'planner'] };
    assert.equal(ids(rolesInOrder(byName, team)), 'writer planner analyst collector reviewer');
  });

  it('keeps the cards as they come where no team is known, and roles that the team does not know', () => {
    assert.equal(ids(rolesInOrder(byName, null)), ids(byName));
    assert.equal(ids(rolesInOrder([outline('zeta'), ...byName], sampleTeam())), 'planner collector analyst writer zeta reviewer');
  });
});
