/**
 * The key that the chain of the audit is made with. It is drawn once and kept sealed, and does not follow from the master
 * key or a sealing key: those are replaced, and the rows of years would not be verified any more.
 */
import { randomBytes } from 'node:crypto';
import type { AuditStore } from '#accounts/audit-store.ts';
import { ImpossibleState } from '#core/assert.ts';
import type { AuditKey } from '#core/audit-chain.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import { auditKeySetting } from '#core/sealed-values.ts';
import type { SettingStore } from '#storage/storage.ts';

type Ports = {
  readonly audit: Pick<AuditStore, 'auditHead' | 'keepAuditKey' | 'holdAuditKey'>;
  readonly settings: Pick<SettingStore, 'findSetting'>;
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

/** 256 bits, as HMAC-SHA-256 gives (RFC 2104 §3). */
const keyBytes = 32;
/** The chain grows by rows of others meanwhile. */
const triesMax = 100;

/** Before any row of the audit is written. Throws `SealBroken` where the key does not open. */
export async function openAuditKey(ports: Ports): Promise<void> {
  const { settings, sealer, audit } = ports;
  const kept = (await settings.findSetting(auditKeySetting)) ?? (await makeKey(ports));
  await audit.holdAuditKey(readKey(sealer.open(kept, auditKeySetting)));
}

async function makeKey({ audit, sealer, clock, log }: Ports): Promise<string> {
  const key = randomBytes(keyBytes);
  const author = { actor: 'start', atMs: clock.nowMs() };
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const { n } = await audit.auditHead();
    const from = n + 1;
    const sealed = sealer.seal(writeKey({ key, from }), auditKeySetting);
    const kept = await audit.keepAuditKey(sealed, { key, from }, author);
    // Said once in the life of an installation: a second time somebody has taken the key away.
    if (kept === sealed) log.info('security.audit-keyed', { n: from });
    if (kept !== undefined) return kept;
  }
  throw new ImpossibleState('an audit that grows faster than its key is kept');
}

function writeKey({ key, from }: AuditKey): string {
  return JSON.stringify({ key: Buffer.from(key).toString('base64'), from });
}

function readKey(text: string): AuditKey {
  const { key, from } = JSON.parse(text) as { readonly key: string; readonly from: number };
  return { key: Buffer.from(key, 'base64'), from };
}
