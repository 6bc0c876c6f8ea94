/** Customers who use SMPP, as one thing to open and close: who they are, their binds, what they are owed. */

import { type Certificate, certificateWatch, readCertificate } from '#core/certificate-watch.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Loop } from '#core/loop.ts';
import type { JobStore } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { ReplyMaker } from '#sms/inbound/reply-maker.ts';
import type { MessageStore } from '#sms/message-store.ts';
import type { ReportMaker } from '#sms/report-maker.ts';
import { BindGuard } from './bind-guard.ts';
import { BindPasswords } from './bind-passwords.ts';
import { BindRegister } from './bind-register.ts';
import { BindService } from './bind-service.ts';
import { type Credentials, type Identified, identify } from './check-credentials.ts';
import { CustomerDeliveries } from './customer-deliveries.ts';
import { CustomerDirectory } from './customer-directory.ts';
import { CustomerEvents } from './customer-events.ts';
import { type CustomerRatePorts, CustomerRates } from './customer-rates.ts';
import { CustomerServer } from './customer-server.ts';
import type { CustomerStore } from './customer-store.ts';
import type { CustomerDeliveryStore } from './delivery-store.ts';
import { MessageService, type MessageServicePorts } from './message-service.ts';
import { SharedBindGuard, type SharedTries } from './shared-bind-guard.ts';
import type { Customer } from './smpp-user.ts';
import { SubmitService, type SubmitServicePorts } from './submit-service.ts';

export type CustomersPorts = {
  readonly store: CustomerStore;
  readonly owed: CustomerDeliveryStore;
  readonly messages: Pick<MessageStore, 'cancel'>;
  readonly jobs: Pick<JobStore, 'lanesWithWork' | 'changes'>;
  /** Somewhere to put what goes to URLs. */
  readonly webhooks: ReportMaker & ReplyMaker;
  readonly nextJobId: () => number;
  /** What no other process is called. */
  readonly process: string;
  /** No other process shares the storage. */
  readonly isAlone: boolean;
  readonly tries: SharedTries;
  readonly refuseRequest: CustomerRatePorts['refuseRequest'];
  /** Whether somebody has stopped a lane. */
  readonly isPaused: (lane: string) => boolean;
  readonly pollMs: () => number;
  /** When the certificate that the port shows ends. */
  readonly certificateEnds?: ((endsAtMs: number) => void) | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
};

/** Where the binds come in; without ports nothing is opened. */
export type ListenSettings = {
  readonly hosts: readonly string[];
  readonly port: number | undefined;
  readonly tlsPort: number | undefined;
  /** Paths of PEM files. */
  readonly tlsCert: string;
  readonly tlsKey: string;
};

/** What customers' requests are handed to. */
export type CustomerEngine = Pick<SubmitServicePorts, 'send'> &
  Pick<MessageServicePorts, 'partsWithdrawn'>;

/** The ports that were opened, on the first host. */
export type SmppListeners = {
  readonly plain: number | undefined;
  readonly tls: number | undefined;
};

export class Customers implements AsyncDisposable {
  readonly #ports: CustomersPorts;
  readonly #events: CustomerEvents;
  readonly #register: BindRegister;
  readonly #deliveries: CustomerDeliveries;
  readonly #passwords: BindPasswords;
  readonly #rates: CustomerRates;
  #directory: CustomerDirectory;
  #server: CustomerServer | undefined;
  #watch: Loop | undefined;

  private constructor(ports: CustomersPorts, directory: CustomerDirectory) {
    this.#ports = ports;
    this.#directory = directory;
    const { store, owed, jobs, clock, random, log, pollMs } = ports;
    const own = new BindGuard(clock);
    const { isAlone, tries } = ports;
    this.#passwords = new BindPasswords(
      isAlone ? own : new SharedBindGuard({ own, tries, clock, log }),
    );
    this.#rates = new CustomerRates(ports);
    this.#events = new CustomerEvents({ ...ports, directory: () => this.#directory });
    this.#register = new BindRegister({
      ...ports,
      store,
      changed: () => this.#deliveries.ownersChanged(),
    });
    this.#deliveries = new CustomerDeliveries({
      store: owed,
      jobs,
      directory: () => this.#directory,
      clock,
      random,
      log,
      delivers: (userId) => this.#register.delivers(userId),
      isPaused: ports.isPaused,
      pollMs,
    });
  }

  static async open(ports: CustomersPorts): Promise<Customers> {
    const customers = new Customers(ports, await CustomerDirectory.read(ports.store));
    await customers.#register.start();
    customers.#deliveries.start();
    return customers;
  }

  /** Where reports and replies go, no matter who is to hear them. */
  get events(): ReportMaker & ReplyMaker {
    return this.#events;
  }

  /** Who comes by HTTP with a user's name and password. */
  identify(credentials: Credentials, address: string): Promise<Identified> {
    const passwords = this.#passwords;
    return identify(credentials, address, { directory: () => this.#directory, passwords });
  }

  /** Whether a user may submit to so many now. */
  mayTake(customer: Customer, recipients: number): boolean {
    return this.#rates.mayTake(customer, recipients);
  }

  /** Events right after their commit. */
  offer(events: readonly OwedEvent[]): void {
    this.#deliveries.offer(events);
  }

  /** Reads the users again, and does to their binds what has changed for them. */
  async apply(): Promise<void> {
    this.#directory = await CustomerDirectory.read(this.#ports.store);
    this.#rates.apply();
    this.#server?.apply(this.#directory);
  }

  /** Opens the listeners; throws what the system says where it cannot. */
  async listen(settings: ListenSettings, engine: CustomerEngine): Promise<SmppListeners> {
    const server = this.#openServer(engine);
    this.#server = server;
    const { hosts, port, tlsPort } = settings;
    const plain =
      port === undefined ? undefined : await server.listen({ hosts, port, tls: undefined });
    if (tlsPort === undefined) return { plain, tls: undefined };
    const certificate = await readCertificate(settings);
    const tls = await server.listen({ hosts, port: tlsPort, tls: certificate });
    const { certificateEnds: ends, clock, log } = this.#ports;
    const renew = (renewed: Certificate): void => server.renewCertificate(renewed);
    this.#watch = certificateWatch(settings, certificate, {
      port: 'smpp',
      renew,
      ends,
      clock,
      log,
    });
    this.#watch.start();
    return { plain, tls };
  }

  /** No more binds; what is open is answered first. */
  async close(): Promise<void> {
    await this.#watch?.[Symbol.asyncDispose]();
    await this.#server?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.#deliveries[Symbol.asyncDispose]();
    await this.#register[Symbol.asyncDispose]();
  }

  #openServer({ send, partsWithdrawn }: CustomerEngine): CustomerServer {
    const { store, messages, clock, log } = this.#ports;
    return new CustomerServer({
      service: new BindService({
        directory: () => this.#directory,
        passwords: this.#passwords,
        register: this.#register,
        log,
      }),
      register: this.#register,
      submits: new SubmitService({ send, rates: this.#rates, clock, log }),
      messages: new MessageService({ store, messages, partsWithdrawn, clock }),
      deliveries: this.#deliveries,
      clock,
      log,
    });
  }
}
