/** Voicemail put together: what it records into, who mails what was said, and what it says itself. */
import { accountZone } from '#core/schedule.ts';
import type { OpenedMail } from '#mail/open.ts';
import type { VoicemailOrder } from '#numbers/calls/voicemail-taker.ts';
import type { Media } from '#numbers/sip/media/media.ts';
import { readPcm } from '#numbers/voicemail/greeting.ts';
import { MissedCallService } from '#numbers/voicemail/missed-call-service.ts';
import { type NoticeSender, Notices, noteFate } from '#numbers/voicemail/notices.ts';
import { type Prompts, readPrompts } from '#numbers/voicemail/prompts.ts';
import { Recordings } from '#numbers/voicemail/recordings.ts';
import { Spool } from '#numbers/voicemail/spool.ts';
import { VoicemailService } from '#numbers/voicemail/voicemail-service.ts';
import type { Common } from './common.ts';
import type { Ids } from './ids.ts';

export type VoicemailNeeds = {
  readonly ids: Pick<Ids, 'job'>;
  readonly mail: Pick<OpenedMail, 'notices'>;
};

export type Voicemail = {
  readonly service: VoicemailService;
  readonly missed: MissedCallService;
};

export async function openVoicemail(
  common: Common,
  { ids, mail }: VoicemailNeeds,
  { media, stack }: { readonly media: Media; readonly stack: AsyncDisposableStack },
): Promise<Voicemail> {
  const { config, storage, clock, log } = common;
  const store = storage.voicemails;
  const jobIds = ids.job;
  const spool = await Spool.open(config.voicemail.spool);
  const prompts = await readPrompts();
  const notices = stack.use(
    new Notices({
      store,
      jobs: storage.jobs,
      mailer: mailerOf(common, mail),
      clock,
      log,
      zoneOf: async (accountId) =>
        (await storage.accounts.findAccount(accountId))?.timeZone ?? accountZone,
    }),
  );
  const poke = (): void => notices.poke();
  const missed = stack.use(new MissedCallService({ store, jobIds, clock, log, noted: poke }));
  const recordings = stack.use(
    new Recordings({
      spool,
      store,
      jobIds,
      clock,
      log,
      isSole: storage.isSole,
      saved: poke,
    }),
  );
  recordings.start();
  notices.start();
  const service = new VoicemailService({
    media,
    recordings,
    promptsFor: (order) => promptsFor(order, prompts, common),
    longestMs: config.voicemail.longestMs,
    random: Math.random,
    clock,
    log,
  });
  return { service, missed };
}

/** By the process that mails, and not by the one that carries calls: what is missed here is asked after once a minute. */
export function followNotices(
  { storage: { voicemails } }: Common,
  { noticeSettled }: Pick<OpenedMail, 'noticeSettled'>,
): void {
  noticeSettled.follow(({ dedupKey, fate }) => {
    if (fate !== 'waiting') void noteFate(voicemails, dedupKey, fate).catch(() => undefined);
  });
}

/** A storage that is away must not keep a caller from being greeted. */
const greetingMs = 500;

async function promptsFor(
  { accountId, number, language }: VoicemailOrder,
  shipped: Readonly<Record<'en' | 'fr', Prompts>>,
  { storage, clock }: Common,
): Promise<Prompts> {
  const ours = shipped[language];
  const own = storage.voicemails.findGreeting({ accountId, numberId: number.id });
  const found = await Promise.race([
    own.catch(() => undefined),
    clock.sleep(greetingMs).then(() => undefined),
  ]);
  return found === undefined ? ours : { ...ours, greeting: readPcm(found) };
}

function mailerOf({ storage }: Common, { notices }: VoicemailNeeds['mail']): NoticeSender {
  return {
    async send({ accountId, to, isSimulated, ...notice }) {
      const account = await storage.accounts.findAccount(accountId);
      if (account === undefined) return 'unaddressed';
      const reply = await notices.send({
        ...notice,
        accountId,
        currency: account.currency,
        to: { address: to, name: '' },
        isTest: isSimulated,
      });
      return reply.ok ? 'taken' : reply.why;
    },
    fateOf: (dedupKey) => notices.fateOf(dedupKey),
  };
}
