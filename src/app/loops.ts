/** What is looked at again and again, and what other processes tell. */
import { unreachable } from '#core/assert.ts';
import { Loop } from '#core/loop.ts';
import { untilChanged } from '#core/until-changed.ts';
import type { MailEngine } from '#mail/delivery/mail-engine.ts';
import { engineOf } from '#queue/lane.ts';
import type { Leases } from '#queue/leases.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import type { WebhookEngine } from '#webhooks/webhook-engine.ts';
import type { Common } from './common.ts';
import type { SettingsFollowed } from './followed-settings.ts';
import type { Moments } from './live/moments.ts';

/** Changes made by anybody are seen within this. */
const settingsLookedAtMs = 500;

/** Up to a million rows: 0.1 s of the database. */
const owedCountedMs = 10_000;

type Hearers = {
  readonly leases: Leases;
  readonly watch: Loop;
  readonly sms: SmsEngine;
  readonly mail: MailEngine;
  readonly webhooks: WebhookEngine;
  readonly moments: Moments;
  readonly followed: SettingsFollowed;
};

/** What other processes tell is looked at now and not at the next poll. */
export function hearHints(
  { storage }: Common,
  { leases, watch, sms, mail, webhooks, moments, followed }: Hearers,
  stack: AsyncDisposableStack,
): void {
  if (storage.hints === undefined) return;
  const engines = new Map<string, { hint(lane: string): void }>([
    ['sms', sms],
    ['mail', mail],
  ]);
  const hearing = storage.hints.listen((hint) => {
    switch (hint.about) {
      case 'lanes':
        for (const lane of hint.lanes) (engines.get(engineOf(lane)) ?? webhooks).hint(lane);
        break;
      case 'settings':
        return watch.poke();
      case 'followed':
        return followed.take(hint);
      case 'leases':
        return leases.poke();
      case 'trace':
        sms.trace(hint.operatorId, hint.isTraced);
        break;
      case 'live':
        return moments.take(hint.text);
      default:
        return unreachable(hint);
    }
  });
  stack.use(hearing);
}

/** Other processes accept and submit as well: what is owed by all is only seen in the table. */
export function countOfOwed(
  { clock, log }: Common,
  { leases, sms }: { readonly leases: Leases; readonly sms: SmsEngine },
): Loop {
  return new Loop({
    name: 'count of owed parts',
    everyMs: owedCountedMs,
    clock,
    log,
    work: async () => {
      if (leases.isShared) await sms.countOwed();
    },
  });
}

export function settingsWatch(
  { storage, clock, log }: Common,
  changed: (version: number) => Promise<void>,
): Loop {
  let seen: number | undefined;
  return new Loop({
    name: 'watch of settings',
    everyMs: settingsLookedAtMs,
    clock,
    log,
    work: untilChanged(storage.changes, async () => {
      const version = await storage.settings.settingsVersion();
      const before = seen;
      seen = version;
      if (before !== undefined && before !== version) await changed(version);
      return 0;
    }),
  });
}
