/** Lanes that people have stopped, a row each. */
import type { LanePauseStore } from '#queue/lane-pauses.ts';
import { auditStep } from './audit.ts';
import type { Database } from './database.ts';
import { settingsChanged } from './settings.ts';

export function lanePauseStore(database: Database): LanePauseStore {
  const { build } = database;
  return {
    async listPauses() {
      const query = build.selectFrom('lane_pause').selectAll().orderBy('lane');
      const rows = await database.read(query);
      return rows.map(({ lane, since, actor }) => ({ lane, sinceMs: since, actor }));
    },
    async pauseLane(lane, author) {
      const query = build
        .insertInto('lane_pause')
        .values({ lane, since: author.atMs, actor: author.actor })
        .onConflict((standing) => standing.column('lane').doNothing());
      const audited = auditStep(database, author, audit('lane.paused', lane));
      const steps = [{ query, mustChange: true }, audited, settingsChanged(database)];
      return (await database.write(steps)) !== undefined;
    },
    async resumeLane(lane, author) {
      const query = build.deleteFrom('lane_pause').where('lane', '=', lane);
      const audited = auditStep(database, author, audit('lane.resumed', lane));
      const steps = [{ query, mustChange: true }, audited, settingsChanged(database)];
      return (await database.write(steps)) !== undefined;
    },
  };
}

function audit(action: string, lane: string) {
  return { action, target: lane, details: {} };
}
