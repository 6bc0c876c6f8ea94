/**
 * Our side of the binds of customers: listens, lets them in, hands their requests to the services, and
 * their binds to the deliveries.
 */
import { reachOf } from '#accounts/authenticator.ts';
import { mayComeFrom } from '#core/address-list.ts';
import { must, unreachable } from '#core/assert.ts';
import type { Certificate } from '#core/certificate-watch.ts';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { handshakeFault, PeerTroubles } from '#core/peer-troubles.ts';
import {
  type BoundPeer,
  type ConnectionOrigin,
  type ServerSettings,
  SmppServer,
  type SmppServerHandlers,
  serverDefaults,
} from '#sms/smpp/server.ts';
import type { Answer, MessageRequest } from '#sms/smpp/session-types.ts';
import { status } from '#sms/smpp/status.ts';
import type { BindRegister } from './bind-register.ts';
import { type BindService, loggedOrigin } from './bind-service.ts';
import type { CustomerDeliveries } from './customer-deliveries.ts';
import type { CustomerDirectory } from './customer-directory.ts';
import type { MessageService } from './message-service.ts';
import { type Customer, callerOf, isWelcome } from './smpp-user.ts';
import type { SubmitService } from './submit-service.ts';

export type CustomerListener = Pick<ServerSettings, 'port' | 'tls'> & {
  /** At least one; the port that the system picks for the first is that of the others. */
  readonly hosts: readonly string[];
};

export type CustomerServerPorts = {
  readonly service: BindService;
  readonly register: BindRegister;
  readonly submits: SubmitService;
  readonly messages: MessageService;
  readonly deliveries: CustomerDeliveries;
  readonly clock: Clock;
  readonly log: Log;
};

type Admitted = { readonly customer: Customer; readonly bindId: number; readonly tls: boolean };

/** How we call ourselves in the answer to a bind. */
const systemId = 'Parley';

/**
 * What is not answered in this time is refused for now. Long, for a submit that is refused and then
 * committed after all goes out twice when the customer brings it again.
 */
const answerWithinMs = 30_000;
/** Of one address; a customer that binds everything again at once has fewer. */
const strangersMax = 50;
/** Until a bind is known for whose it is. */
const unansweredMax = 1;
/** As many deliveries as the widest window of a user. */
const windowMax = 2_000;

const parserRefused = { event: 'security.parser-refused', protocol: 'SMPP' } as const;
const tlsFailed = { event: 'security.tls-failed', protocol: 'SMPP', way: 'in' } as const;

export class CustomerServer implements AsyncDisposable {
  readonly #ports: CustomerServerPorts;
  readonly #servers: SmppServer[] = [];
  readonly #admitted = new Map<ConnectionOrigin, Admitted>();
  readonly #bound = new Map<BoundPeer, Admitted>();

  readonly #troubles: PeerTroubles;

  constructor(ports: CustomerServerPorts) {
    this.#ports = ports;
    this.#troubles = new PeerTroubles(ports);
  }

  /** Opens a listener; throws what the system says where it cannot. Answers its port. */
  async listen({ hosts, port, tls }: CustomerListener): Promise<number> {
    let opened = port;
    for (const host of hosts) {
      try {
        opened = await this.#open({ host, port: opened, tls });
      } catch (error) {
        // A machine without IPv6 has no ::1.
        if (host !== '::1' || !isAbsent(error)) throw error;
      }
    }
    return opened;
  }

  async #open(listener: Pick<ServerSettings, 'host' | 'port' | 'tls'>): Promise<number> {
    const settings: ServerSettings = {
      ...serverDefaults,
      ...listener,
      systemId,
      answerWithinMs,
      strangersMax,
      unansweredMax,
      window: windowMax,
    };
    const { clock } = this.#ports;
    const handlers = this.#handlers(listener.tls !== undefined);
    const server = await SmppServer.listen(settings, handlers, { clock });
    this.#servers.push(server);
    return server.port;
  }

  /** Connections by TLS see this certificate from now on. */
  renewCertificate(certificate: Certificate): void {
    for (const server of this.#servers) server.renewCertificate(certificate);
  }

  /** Users may have changed: who may not be bound so any more is unbound. */
  apply(directory: CustomerDirectory): void {
    for (const [peer, { customer, bindId, tls }] of this.#bound) {
      const now = directory.withUserId(customer.user.id);
      if (now === undefined || !mayStay(customer, now, { peer, tls })) {
        peer.unbind();
        continue;
      }
      this.#bound.set(peer, { customer: now, bindId, tls });
      peer.limitUnanswered(now.user.settings.window);
      this.#ports.deliveries.apply(now.user);
    }
  }

  /** Takes no more connections, and unbinds those there are once what is open is answered. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#servers.map((server) => server[Symbol.asyncDispose]()));
  }

  #handlers(tls: boolean): SmppServerHandlers {
    const { log, deliveries } = this.#ports;
    return {
      authenticate: async (bind, origin) => {
        const admission = await this.#ports.service.admit(bind, { ...origin, tls });
        if (!admission.ok) return admission.status;
        this.#admitted.set(origin, { ...admission, tls });
        return status.ok;
      },
      bound: (peer) => this.#takeBind(peer),
      left: (origin) => this.#closeBind(origin),
      request: (request, peer) => this.#take(request, must(this.#bound.get(peer), 'bind')),
      ready: (peer) => deliveries.ready(peer),
      pduError: (kind, peer) => {
        if (kind === 'handler failed') log.info('smpp.pdu_refused', { kind });
        else this.#troubles.note(parserRefused, { peer, why: kind });
      },
      tlsFailed: (error, peer) =>
        this.#troubles.note(tlsFailed, { peer, why: handshakeFault(error) }),
      unbound: (peer, reason) => {
        log.info('smpp.unbound', { systemId: peer.systemId, ...loggedOrigin(peer.origin), reason });
        this.#bound.delete(peer);
        deliveries.detach(peer);
        this.#closeBind(peer.origin);
      },
    };
  }

  #takeBind(peer: BoundPeer): void {
    const { log, deliveries } = this.#ports;
    const admitted = must(this.#admitted.get(peer.origin), 'admission of a bind');
    const { user } = admitted.customer;
    this.#bound.set(peer, admitted);
    log.info('smpp.bound', { systemId: user.systemId, ...loggedOrigin(peer.origin) });
    peer.limitUnanswered(user.settings.window);
    if (peer.mode !== 'tx') deliveries.attach(peer, user);
  }

  #closeBind(origin: ConnectionOrigin): void {
    const admitted = this.#admitted.get(origin);
    this.#admitted.delete(origin);
    if (admitted === undefined) return;
    this.#ports.register.close(admitted.bindId).catch((error: unknown) => {
      // It is not seen any more, so it is taken for gone in a while.
      this.#ports.log.warn('smpp.bind_not_closed', errorFields(error));
    });
  }

  #take(request: MessageRequest, { customer, bindId }: Admitted): Promise<Answer> | Answer {
    const { submits, messages } = this.#ports;
    const submitter = { customer, bindId, sequence: request.sequence };
    switch (request.command) {
      case 'submit_sm':
        return submits.submit(request.body, submitter);
      case 'submit_multi':
        return submits.submitMulti(request.body, submitter);
      case 'data_sm':
        return submits.submitData(request.body, submitter);
      case 'query_sm':
        return messages.query(request.body, reachOf(callerOf(customer)));
      case 'cancel_sm':
        return messages.cancel(request.body, reachOf(callerOf(customer)));
      case 'replace_sm':
        return messages.replace();
      case 'deliver_sm':
        return { status: status.invalidCommandId };
      default:
        return unreachable(request);
    }
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}

/** Whether it would be let in again: a new password, too, ends the binds made with the old one. */
function mayStay(
  before: Customer,
  now: Customer,
  { peer, tls }: { readonly peer: BoundPeer; readonly tls: boolean },
): boolean {
  const { modes, addresses, tlsRequired } = now.user.settings;
  return (
    isWelcome(now) &&
    now.user.passwordHash === before.user.passwordHash &&
    modes.includes(peer.mode) &&
    mayComeFrom(peer.origin.address, addresses) &&
    (tls || !tlsRequired)
  );
}
