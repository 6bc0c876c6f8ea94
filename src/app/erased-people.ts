/** A storage that knows whom it has forgotten: lists of who wants nothing are asked for hashes, too. */
import type { Pseudonyms } from '#core/erased.ts';
import type { SuppressionStore } from '#mail/suppression/suppression-store.ts';
import type { StopStore } from '#sms/stops/stop-store.ts';
import type { Storage } from '#storage/storage.ts';

export function recognising(storage: Storage, pseudonyms: Pseudonyms): Storage {
  return {
    ...storage,
    stops: recognisingPhones(storage.stops, pseudonyms),
    suppressions: recognisingAddresses(storage.suppressions, pseudonyms),
  };
}

/** A phone that leaves the list leaves it under both names. */
function recognisingPhones(store: StopStore, pseudonyms: Pseudonyms): StopStore {
  return {
    ...store,
    async removeStop(accountId, phone) {
      const isRemoved = await store.removeStop(accountId, phone);
      const wasHashed = await store.removeStop(accountId, pseudonyms.ofPhone(phone));
      return isRemoved || wasHashed;
    },
    async findStopOf(accountId, phone) {
      const entry = await store.findStopOf(accountId, phone);
      return entry ?? (await store.findStopOf(accountId, pseudonyms.ofPhone(phone)));
    },
    async findStopped(accountId, phones) {
      const hashes = new Map(phones.map((phone) => [pseudonyms.ofPhone(phone), phone]));
      const found = await store.findStopped(accountId, [...phones, ...hashes.keys()]);
      return [...new Set(found.map((phone) => hashes.get(phone) ?? phone))];
    },
  };
}

function recognisingAddresses(store: SuppressionStore, pseudonyms: Pseudonyms): SuppressionStore {
  return {
    ...store,
    async findSuppressed(asked, nowMs) {
      const addresses = new Set(asked.flatMap((each) => each.addresses));
      const hashes = new Map(
        [...addresses].map((address) => [pseudonyms.ofAddress(address), address]),
      );
      const wider = asked.map(({ accountId, addresses: own }) => ({
        accountId,
        addresses: [...own, ...own.map((address) => pseudonyms.ofAddress(address))],
      }));
      const found = await store.findSuppressed(wider, nowMs);
      return found.map((one) => ({ ...one, address: hashes.get(one.address) ?? one.address }));
    },
    async releaseSuppressions(filter, release, author) {
      const released = await store.releaseSuppressions(filter, release, author);
      if (filter.address === undefined) return released;
      const hashed = { ...filter, address: pseudonyms.ofAddress(filter.address) };
      const others = await store.releaseSuppressions(hashed, release, author);
      return {
        removed: released.removed + others.removed,
        inForce: [...released.inForce, ...others.inForce],
      };
    },
  };
}
