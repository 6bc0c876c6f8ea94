/** The start of work, once all engines of a thread are open: they follow settings and hints, and take their leases. */
import type { Authenticator } from '#accounts/authenticator.ts';
import type { Loop } from '#core/loop.ts';
import type { OpenedMail } from '#mail/open.ts';
import type { OpenedSms } from '#sms/open.ts';
import { TestTimeWatch } from '#sms/waiting/test-time-watch.ts';
import type { Calls } from './calls.ts';
import type { Common } from './common.ts';
import type { EngineNeeds } from './engine-needs.ts';
import type { EventDelivery } from './event-delivery.ts';
import type { SettingsFollowed } from './followed-settings.ts';
import { startLeaderJobs } from './leader-jobs.ts';
import type { LeasedMailCatcher } from './leased-mail-catcher.ts';
import type { LeasedSimulator } from './leased-simulator.ts';
import { shareWork } from './leased-work.ts';
import type { Moments } from './live/moments.ts';
import { countOfOwed, hearHints, settingsWatch } from './loops.ts';
import type { ReferenceData } from './reference-data.ts';

export type OpenEngines = {
  readonly needs: EngineNeeds;
  readonly authenticator: Authenticator;
  readonly moments: Moments;
  readonly followed: SettingsFollowed;
  readonly reference: ReferenceData;
  readonly mail: OpenedMail;
  readonly delivery: EventDelivery;
  readonly sms: OpenedSms;
  /** Reads the operators again, and tells their engine. */
  readonly learnDirectory: () => Promise<void>;
  readonly simulator: LeasedSimulator | undefined;
  readonly mailCatcher: LeasedMailCatcher | undefined;
  readonly calls: Calls | undefined;
};

export async function startWork(
  common: Common,
  engines: OpenEngines,
  stack: AsyncDisposableStack,
): Promise<void> {
  const { config, storage, thread } = common;
  const { needs, mail, delivery, sms, simulator, mailCatcher, calls } = engines;
  const { leases } = needs;
  const webhooks = delivery.webhooks.engine;
  const watch = watchSettings(common, engines);
  const working = { leases, watch, sms: sms.engine, mail: mail.engine, webhooks };
  hearHints(common, { ...engines, ...working }, stack);
  shareWork(
    leases,
    { roles: config.roles, thread: storage.isSole ? thread : undefined },
    {
      ...needs.eventIds,
      ...working,
      simulator,
      mailCatcher,
      registrations: calls?.registrations,
    },
  );
  startLeaderJobs(common, { ...needs, ...sms, mail }, stack);
  stack.use(countOfOwed(common, working)).start();
  stack.use(watch).start();
  await stack.use(leases).start();
  delivery.intake.start(webhooks);
}

/** What each engine reads again when anybody has changed a setting. */
function watchSettings(
  common: Common,
  {
    needs,
    authenticator,
    followed,
    reference,
    mail,
    delivery: { webhooks },
    sms: { engine, customers },
    learnDirectory,
    calls,
  }: OpenEngines,
): Loop {
  const testTime = new TestTimeWatch({ jobs: common.storage.jobs, engine });
  return settingsWatch(common, async (version) => {
    webhooks.forget();
    followed.follow(version);
    await needs.pauses.read();
    await testTime.look();
    authenticator.forget();
    webhooks.pull.askAnew();
    await mail.engine.obeyOrders();
    await customers.apply();
    await needs.limits.reload();
    await mail.reload();
    await calls?.apply();
    await reference.readNumbers();
    await learnDirectory();
  });
}
