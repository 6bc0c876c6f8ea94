/**
 * Who may bind.
 *
 * A wrong system_id, a wrong password and an address that is not the user's all get 0x0E after the same
 * work: 0x0F would tell a guesser which names exist. Who has shown the right password hears more: 0x05
 * where all its binds are taken, 0x0D where it may not bind so.
 */
import type { Log } from '#core/log.ts';
import { wideNetworkOf } from '#core/network.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { BindRequest } from '#sms/smpp/pdu.ts';
import type { BindMode } from '#sms/smpp/permissions.ts';
import { status } from '#sms/smpp/status.ts';
import type { BindRegister } from './bind-register.ts';
import { type CredentialPorts, identify } from './check-credentials.ts';
import { type Customer, isWelcome } from './smpp-user.ts';

export type BindServicePorts = CredentialPorts & {
  readonly register: Pick<BindRegister, 'open'>;
  readonly log: Log;
};

export type BindOrigin = {
  readonly address: string;
  readonly mode: BindMode;
  readonly tls: boolean;
};

export type Admission =
  | { readonly ok: true; readonly customer: Customer; readonly bindId: number }
  | { readonly ok: false; readonly status: number };

/** From where, as far as the log may know it. */
export function loggedOrigin<Origin extends { readonly address: string }>({
  address,
  ...how
}: Origin) {
  return { network: wideNetworkOf(address), ...how };
}

export class BindService {
  readonly #ports: BindServicePorts;

  constructor(ports: BindServicePorts) {
    this.#ports = ports;
  }

  async admit(bind: BindRequest, origin: BindOrigin): Promise<Admission> {
    const admission = await this.#judge(bind, origin);
    if (!admission.ok) {
      const { systemId } = bind;
      const { status: said } = admission;
      this.#ports.log.warn('smpp.bind_refused', {
        systemId,
        ...loggedOrigin(origin),
        status: said,
      });
    }
    return admission;
  }

  async #judge(bind: BindRequest, origin: BindOrigin): Promise<Admission> {
    const customer = await identify(bind, origin.address, this.#ports);
    if (customer === 'too many at once') return refused(status.systemError);
    if (customer === 'wrong') return refused(status.invalidPassword);
    const { settings } = customer.user;
    const mayBindSo = settings.modes.includes(origin.mode) && (origin.tls || !settings.tlsRequired);
    if (!isWelcome(customer) || !mayBindSo) return refused(status.bindFailed);
    return this.#register(customer, origin);
  }

  async #register(customer: Customer, { address, mode }: BindOrigin): Promise<Admission> {
    const { id: userId, settings } = customer.user;
    try {
      const wish = { userId, mode, address, max: settings.bindsMax };
      const bindId = await this.#ports.register.open(wish);
      // SMPP 3.4 §5.1.3: "ESME already in bound state" is what clients know to wait on.
      return bindId === undefined ? refused(status.alreadyBound) : { ok: true, customer, bindId };
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      return refused(status.systemError);
    }
  }
}

function refused(code: number): Admission {
  return { ok: false, status: code };
}
