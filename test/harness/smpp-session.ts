/** An SMPP session on a wire in memory and a held clock, with all that it tells written down. */
import { encodePdu } from '#sms/smpp/encode.ts';
import { maxPduBytesDefault } from '#sms/smpp/framer.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { Bodies, Command, DeliverSm, Pdu, SubmitSm } from '#sms/smpp/pdu.ts';
import { type BindMode, bindCommands } from '#sms/smpp/permissions.ts';
import { Session } from '#sms/smpp/session.ts';
import {
  type Answer,
  type CloseReason,
  type MessageRequest,
  type PduError,
  type SessionHandlers,
  type SessionSettings,
  sessionTimerDefaults,
} from '#sms/smpp/session-types.ts';
import type { RequestAnswer, RequestOutcome } from '#sms/smpp/window.ts';
import { HeldClock } from './held-clock.ts';
import { MemoryWire } from './memory-wire.ts';

export const sessionDefaults: SessionSettings = {
  ...sessionTimerDefaults,
  role: 'esme',
  systemId: 'OPERATOR',
  window: 10,
  unansweredMax: 200,
  maxPduBytes: maxPduBytesDefault,
};

/** What a session told its owner. */
export class Told {
  readonly requests: MessageRequest[] = [];
  readonly errors: PduError[] = [];
  readonly unreadable: Buffer[] = [];
  readonly late: { readonly reference: number; readonly answer: RequestAnswer }[] = [];
  ready = 0;
  closed: CloseReason | undefined;
}

type Options = Partial<SessionSettings> & {
  readonly answer?: SessionHandlers['request'];
  readonly bindRequested?: NonNullable<SessionHandlers['bindRequested']>;
};

export function openSession({ answer, bindRequested, ...settings }: Options = {}) {
  const clock = new HeldClock();
  const wire = new MemoryWire();
  const told = new Told();
  const handlers: SessionHandlers = {
    request: (request): Promise<Answer> | Answer => {
      told.requests.push(request);
      return answer?.(request) ?? { status: 0 };
    },
    ready: () => void told.ready++,
    lateResponse: (reference, late) => void told.late.push({ reference, answer: late }),
    unreadable: (octets) => void told.unreadable.push(octets),
    pduError: (kind) => void told.errors.push(kind),
    closed: (reason) => {
      told.closed = reason;
    },
    ...(bindRequested !== undefined && { bindRequested }),
  };
  const session = new Session({ ...sessionDefaults, ...settings }, { wire, clock, handlers });
  const receive = (...pdus: readonly Pdu[]): void =>
    session.received(Buffer.concat(pdus.map(encodePdu)));
  const submit = (reference = 0, body: Partial<SubmitSm> = {}): Promise<RequestOutcome> =>
    new Promise((settle) => {
      const message = { ...blankBody('submit_sm'), ...body };
      session.request('submit_sm', message, { reference, settle });
    });
  return { session, clock, wire, told, receive, submit };
}

/** A session that dialled and is bound; what it said until then has been read. */
export async function openBound(options: Options & { readonly mode?: BindMode } = {}) {
  const { mode = 'trx', ...rest } = options;
  const opened = openSession(rest);
  const command = bindCommands[mode];
  const bound = opened.session.bind(command, {
    ...blankBody(command),
    interfaceVersion: 0x34,
  });
  opened.wire.flush();
  opened.receive(pdu(`${command}_resp`, 1, { systemId: 'OPERATOR' }));
  await bound;
  return opened;
}

export function pdu<Name extends Command>(
  command: Name,
  sequence: number,
  body: Partial<Bodies[Name]> = {},
  status = 0,
): Pdu {
  return { command, status, sequence, body: { ...blankBody(command), ...body } } as unknown as Pdu;
}

export const reply: DeliverSm = {
  ...blankBody('deliver_sm'),
  source: { ton: 1, npi: 1, address: '33639980001' },
  destination: { ton: 3, npi: 0, address: '36180' },
  shortMessage: Buffer.from('Oui'),
};
