import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { OwedEvent } from '#queue/owed-event.ts';
import { anEmail, anEmailAcceptance, aReason, aSettlement } from '#test/harness/email-records.ts';
import { anEvent } from '#test/harness/records.ts';
import type { MailSettlement } from '../delivery/delivery-store.ts';
import type { Email } from '../email.ts';
import { MailOutcomes } from './mail-outcomes.ts';

function setup(over: Partial<Email> = {}) {
  const recorded: MailSettlement[] = [];
  const told: string[] = [];
  let isNoted = true;
  const outcomes = new MailOutcomes({
    emails: {
      findEmail: async () => anEmail(over),
      forgetVariables: async (emailId) => void told.push(`forget ${emailId}`),
    },
    events: {
      mailEvent: async (): Promise<OwedEvent> => anEvent(1),
      suppressionEvent: async ({ kind, address }) =>
        anEvent(2, { kind: `suppression.${kind}`, orderKey: address }),
    },
    recorder: {
      settleMails: async (settlements) => {
        recorded.push(...settlements);
        return settlements.map(() => isNoted);
      },
    },
    noticeSettled: (key, fate) => void told.push(`${key} ${fate}`),
  });
  const settlement = aSettlement(anEmailAcceptance({ id: 1 } as never, 1), {
    fact: { kind: 'bounced', reason: aReason() },
    suppress: { address: 'a@example.net', strength: 'hard' },
  });
  return {
    outcomes,
    recorded,
    told,
    settlement,
    lose: () => {
      isNoted = false;
    },
  };
}

suite('what others hear of the fate of mails', () => {
  test('clients are told by an event, of what has changed alone', async () => {
    const { outcomes, settlement } = setup();
    assert.equal((await outcomes.eventsOf('a@example.net', settlement)).length, 1);
    const unchanged = { ...settlement, fact: undefined };
    assert.equal((await outcomes.eventsOf('a@example.net', unchanged)).length, 0);
  });

  test('the sender of a notice is told its end, once it is stored, and clients are not', async () => {
    const { outcomes, settlement, told, lose } = setup({ notice: 'voicemail 7' });
    assert.equal((await outcomes.eventsOf('a@example.net', settlement)).length, 0);
    await outcomes.settle([settlement]);
    await outcomes.settle([{ ...settlement, fact: { kind: 'deferred', reason: aReason() } }]);
    lose();
    await outcomes.settle([settlement]);
    assert.deepEqual(told, ['voicemail 7 not sent']);
  });

  test('what a notice held that opens something is forgotten at its end', async () => {
    const { outcomes, settlement, told } = setup({
      notice: 'people',
      variables: { LINK: 'sealed' },
    });
    await outcomes.settle([{ ...settlement, fact: { kind: 'deferred', reason: aReason() } }]);
    assert.deepEqual(told, []);
    await outcomes.settle([settlement]);
    assert.deepEqual(told, ['people not sent', `forget ${settlement.emailId}`]);
  });

  test('what was given up is paid back, unless a server may have it', async () => {
    const { outcomes, settlement, recorded } = setup();
    const failed = (reason: ReturnType<typeof aReason> | null): MailSettlement => ({
      ...settlement,
      fact: { kind: 'failed', reason },
    });
    const doubt = aReason({ class: 'in-doubt' });
    await outcomes.settle([failed(null), failed(aReason()), failed(doubt), settlement]);
    assert.deepEqual(
      recorded.map(({ refund }) => refund),
      [true, true, false, false],
    );
  });

  test('a server that only plays puts nobody on the suppression list', async () => {
    for (const play of [{ test: true }, { sandbox: true }]) {
      const { outcomes, settlement, recorded } = setup(play);
      await outcomes.settle([settlement]);
      assert.equal(recorded[0]?.suppress, undefined);
    }
    const { outcomes, settlement, recorded } = setup();
    await outcomes.settle([settlement]);
    assert.equal(recorded[0]?.suppress?.strength, 'hard');
  });
});
