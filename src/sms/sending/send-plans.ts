/**
 * What is judged of a usual message from its key, sender, options and destination alone: kept, so that the next ones
 * like it are judged by what is their own. A usual one goes to one phone, at once, with a live key, and names no URLs.
 *
 * Each plan is made by the judge's own steps. All are dropped with the settings that they were made of; one whose
 * account, limits or prices have changed since is made again.
 */
import type { Caller } from '#accounts/authenticator.ts';
import type { Policy } from '#accounts/limits/policy.ts';
import type { Clock } from '#core/clock.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { type Directory, fineCondition } from '#sms/directory.ts';
import { partLaneOn } from '#sms/links/part-lane.ts';
import type { NumberDirectory } from '#sms/numbers/number-directory.ts';
import type { Operator } from '#sms/operator.ts';
import type { Reason } from '#sms/routing/choose-route.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { isTooDear } from './check-limits.ts';
import { chooseSender, type SenderPorts } from './choose-sender.ts';
import { classOf, isTest, isUrgent } from './judgement.ts';
import { findClosed, isAbroad, type SendLimits } from './open-destinations.ts';
import { mayWait } from './wait-for-day.ts';

export type SendPlan = {
  /** Empty: the operator's default. */
  readonly sender: string;
  readonly operator: Operator;
  readonly reason: Reason;
  /** Of one part. */
  readonly price: Millionths;
  /** The plan holds while all of these are well. */
  readonly operators: readonly Operator[];
  /** Its phone may not be in a range that is listed as high-risk. */
  readonly mindsRisk: boolean;
  /** For each bind of the operator. */
  readonly lanes: readonly string[];
};

type SendPlanPorts = SenderPorts & {
  readonly limits: SendLimits;
  readonly clock: Pick<Clock, 'nowMs'>;
};

type Wish = Pick<SendRequest, 'sender' | 'senderAtHome' | 'grade' | 'marketing' | 'class'>;

type Kept = {
  readonly wish: Wish;
  readonly isUrgent: boolean;
  readonly policy: Policy;
  /** By these prices. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Undefined: such messages are judged in full. */
  readonly plan: SendPlan | undefined;
};

/** Numbers to which routes, prices and countries are the same. */
type Area = {
  readonly country: string | undefined;
  readonly costly: boolean;
  readonly kept: Map<Caller, Kept[]>;
};

/** About 500 bytes each. Past it all are made again. */
const keptMax = 20_000;
/** Of one caller to one area: a caller with more names than that is judged in full. */
const wishesMax = 16;

export class SendPlans {
  readonly #ports: SendPlanPorts;
  /** By what numbers begin with. */
  readonly #areas = new Map<string, Area[]>();
  #count = 0;
  #directory: Directory | undefined;
  #numbers: NumberDirectory | undefined;

  constructor(ports: SendPlanPorts) {
    this.#ports = ports;
  }

  /** Undefined: it is judged in full. */
  find(request: SendRequest): SendPlan | undefined {
    const [phone] = request.phones;
    if (phone === undefined || !isUsual(request)) return undefined;
    this.#dropOld();
    const { limits, clock } = this.#ports;
    const policy = limits.policyOf(request.caller.account.id);
    const nowMs = clock.nowMs();
    const of = this.#keptOf(phone, request.caller);
    const at = of.findIndex((kept) => isFor(kept, request));
    const found = of[at];
    if (found !== undefined && isFresh(found, policy, nowMs)) return found.plan;
    if (found === undefined && of.length >= wishesMax) return undefined;
    const made = this.#make(request, phone, { policy, nowMs });
    if (found === undefined) {
      of.push(made);
      this.#count += 1;
    } else of[at] = made;
    return made.plan;
  }

  /** Settings are read whole: what has changed is another object. */
  #dropOld(): void {
    const directory = this.#ports.directory();
    const numbers = this.#ports.numbers();
    const isOld = directory !== this.#directory || numbers !== this.#numbers;
    if (!isOld && this.#count < keptMax) return;
    this.#areas.clear();
    this.#count = 0;
    this.#directory = directory;
    this.#numbers = numbers;
  }

  #keptOf(phone: PhoneNumber, caller: Caller): Kept[] {
    const { kept } = this.#areaOf(phone);
    const standing = kept.get(caller);
    if (standing !== undefined) return standing;
    const fresh: Kept[] = [];
    kept.set(caller, fresh);
    return fresh;
  }

  #areaOf(phone: PhoneNumber): Area {
    const beginning = this.#ports.directory().beginningOf(phone);
    const { country, costly } = this.#ports.limits.destinations.of(phone);
    let alike = this.#areas.get(beginning);
    if (alike === undefined) {
      alike = [];
      this.#areas.set(beginning, alike);
    }
    const standing = alike.find((area) => area.country === country && area.costly === costly);
    if (standing !== undefined) return standing;
    const fresh = { country, costly, kept: new Map<Caller, Kept[]>() };
    alike.push(fresh);
    return fresh;
  }

  #make(
    request: SendRequest,
    phone: PhoneNumber,
    { policy, nowMs }: { readonly policy: Policy; readonly nowMs: number },
  ): Kept {
    const { sender, senderAtHome, grade, marketing, class: wished } = request;
    return {
      wish: { sender, senderAtHome, grade, marketing, class: wished },
      isUrgent: isUrgent(request),
      policy,
      fromMs: nowMs,
      untilMs: this.#ports.directory().pricesUntilMs(nowMs),
      plan: this.#plan(request, phone, { policy, nowMs }),
    };
  }

  #plan(
    request: SendRequest,
    phone: PhoneNumber,
    { policy, nowMs }: { readonly policy: Policy; readonly nowMs: number },
  ): SendPlan | undefined {
    const { account } = request.caller;
    const { homeCountry } = account;
    const chosen = chooseSender(request, this.#ports);
    const destination = this.#ports.limits.destinations.of(phone);
    const isClosed = findClosed(destination, { policy, homeCountry, risky: false }) !== undefined;
    const price = this.#ports.directory().priceOf(phone, account, nowMs);
    if (!chosen.ok || isClosed || price === undefined || mayWait(request, policy)) return undefined;
    const way = this.#way(request, phone, chosen.sender);
    if (way === undefined || isTooDear(price, policy.limits['part-price'])) return undefined;
    const { operator } = way;
    const message = { class: classOf(1, request), accountId: account.id };
    return {
      ...way,
      sender: chosen.sender,
      price,
      mindsRisk: isAbroad(destination, homeCountry) && !policy.costlyNumbers,
      lanes: Array.from({ length: operator.settings.binds }, (_, bind) =>
        partLaneOn(operator.id, bind, message),
      ),
    };
  }

  /** The way of such a message while every operator on it is well; undefined: there is none, or it is left to chance. */
  #way(request: SendRequest, phone: PhoneNumber, sender: string) {
    const drawn = { isChance: false };
    const asked = new Set<Operator>();
    const wish = { phone, sender, grade: request.grade, urgent: isUrgent(request) };
    const chosen = this.#ports.directory().chooseRoute(wish, {
      conditionOf: (operator) => {
        asked.add(operator);
        return fineCondition;
      },
      random: () => {
        drawn.isChance = true;
        return 0;
      },
    });
    if (chosen === undefined || drawn.isChance) return undefined;
    return { operator: chosen.operator, reason: chosen.reason, operators: [...asked] };
  }
}

function isUsual(request: SendRequest): boolean {
  return (
    request.phones.length === 1 &&
    request.texts === undefined &&
    request.partial !== true &&
    request.saysStop !== true &&
    request.scheduledAtMs === undefined &&
    request.reportUrl === undefined &&
    request.replyUrl === undefined &&
    request.idempotency === undefined &&
    (request.submission ?? null) === null &&
    !isTest(request)
  );
}

function isFor({ wish, isUrgent: urgent }: Kept, request: SendRequest): boolean {
  return (
    wish.sender === request.sender &&
    wish.senderAtHome === request.senderAtHome &&
    wish.grade === request.grade &&
    wish.marketing === request.marketing &&
    wish.class === request.class &&
    urgent === isUrgent(request)
  );
}

/** A clock that was set back is before the prices that were looked up. */
function isFresh({ policy, fromMs, untilMs }: Kept, current: Policy, nowMs: number): boolean {
  return policy === current && fromMs <= nowMs && nowMs < untilMs;
}
