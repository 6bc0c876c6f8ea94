/** Texts to callers put together: they go the way of all messages, so all that bounds these bounds them. */
import type { Account } from '#accounts/account.ts';
import { unbounded } from '#accounts/api-key.ts';
import type { Caller } from '#accounts/authenticator.ts';
import { textBackLane } from '#model/notice-lanes.ts';
import type { TextBack } from '#numbers/text-back/text-back.ts';
import { TextBackService } from '#numbers/text-back/text-back-service.ts';
import { type CallerTexter, TextBacks } from '#numbers/text-back/text-backs.ts';
import type { SendRequest } from '#sms/send-request.ts';
import type { SmsSender } from '#sms/sending/sms-sender.ts';
import { findActing } from './acting-account.ts';
import type { Common } from './common.ts';
import type { Ids } from './ids.ts';

export type TextBackNeeds = {
  readonly ids: Pick<Ids, 'job'>;
  readonly sender: Pick<SmsSender, 'send'>;
};

export function openTextBacks(
  common: Common,
  { ids, sender }: TextBackNeeds,
  stack: AsyncDisposableStack,
): TextBackService {
  const { storage, clock, log } = common;
  const store = storage.calls;
  const texter = texterOf(common, sender);
  const textBacks = stack.use(new TextBacks({ store, jobs: storage.jobs, texter, clock, log }));
  const noted = (): void => textBacks.poke();
  const service = stack.use(new TextBackService({ store, jobIds: ids.job, clock, log, noted }));
  textBacks.start();
  return service;
}

function texterOf({ storage }: Common, sender: Pick<SmsSender, 'send'>): CallerTexter {
  return {
    async send(textBack) {
      const { accountId, number } = textBack;
      const account = await findActing(accountId, storage.accounts);
      if (account?.state !== 'active' || account.removedAtMs !== null) {
        return { state: 'refused', why: 'account is not active' };
      }
      const rented = await storage.virtualNumbers.findVirtualNumber(number);
      const isTheirs = rented?.accountId === accountId;
      if (!isTheirs) return { state: 'refused', why: 'number is not theirs any more' };
      const request = requestOf(textBack, account);
      const own = rented.takesSms
        ? await sender.send({ ...request, sender: number })
        : await sender.send(request);
      // A number that no operator lets them send from: their short number, or the operator's own, serves.
      const isBarred = !own.ok && own.refusal.why === 'sender is not allowed';
      const reply = isBarred ? await sender.send(request) : own;
      if (reply.ok) return { state: 'sent', messageId: reply.sent.messageId };
      const { why } = reply.refusal;
      return why === 'overloaded' ? 'later' : { state: 'refused', why };
    },
  };
}

const validityMs = 14_400_000;
/** What they are found by in the list of messages. */
const tag = 'missed-call';

/** Under the id of its call: whatever comes twice is told what it was told before. */
function requestOf(textBack: TextBack, account: Account): SendRequest {
  const { id, caller: phone, text } = textBack;
  return {
    caller: callerOf(textBack, account),
    phones: [phone],
    text,
    sender: undefined,
    tag,
    class: 'normal',
    grade: undefined,
    forceUnicode: false,
    marketing: false,
    sandbox: false,
    validityMs,
    scheduledAtMs: undefined,
    reportUrl: undefined,
    idempotency: { key: `${textBackLane}/${id}`, fingerprint: `${id}` },
    requestId: `${textBackLane}/${id}`,
  };
}

/** No key and no person asked for it. What a simulated call brings about stays here, as its mails do. */
const noKeyId = 0;

function callerOf({ accountId, isSimulated }: TextBack, account: Account): Caller {
  const key = {
    ...unbounded,
    id: noKeyId,
    accountId,
    bases: ['sms'] as const,
    mode: isSimulated ? ('test' as const) : ('live' as const),
    prefix: '',
    label: '',
    createdAtMs: account.createdAtMs,
    revokedAtMs: null,
  };
  return { account, key };
}
