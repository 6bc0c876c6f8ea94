/** `endpoint list`, `show`, `add`, `set`, `remove`: where the webhooks of an account go. */
import { z } from 'zod';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { extrasMax } from '#webhooks/management/endpoint-service.ts';
import {
  accountOfEndpoint,
  type EndpointPorts,
  endpointId,
  endpointSecret,
  endpointsListedMax,
  endpointUrl,
  fieldRefused,
  findOwn,
  notThere,
  settingsShape,
} from './endpoint-input.ts';
import { endpointSources, endpointView, viewEndpoint, viewEndpoints } from './endpoint-view.ts';

const warnings = z.array(z.string());
export const endpointReads = ['endpoint list', 'endpoint show'];
export const named = z.strictObject({ endpoint: endpointId });

export const listEndpoints = operation({
  name: 'endpoint list',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({ source: z.enum(endpointSources).optional() }),
  output: z.object({ endpoints: z.array(endpointView) }),
  async run(ports: EndpointPorts, { source }, caller) {
    const all = await ports.endpointManagement.store.listEndpoints(
      caller.accountId,
      endpointsListedMax,
    );
    const found = all.filter((endpoint) => source === undefined || endpoint.source === source);
    return { endpoints: await viewEndpoints(found, ports, caller) };
  },
});

export const showEndpoint = operation({
  name: 'endpoint show',
  does: 'reads',
  needs: 'read facts',
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: named,
  output: z.object({ endpoint: endpointView }),
  refusals: ['endpoint is not there'],
  async run(ports: EndpointPorts, input, caller) {
    const endpoint = await findOwn(ports, input, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    return { endpoint: await viewEndpoint(endpoint, ports, caller) };
  },
});

export const addEndpoint = operation({
  name: 'endpoint add',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes: endpointReads,
  input: z.strictObject({ url: endpointUrl, secret: endpointSecret.optional(), ...settingsShape }),
  output: z.object({ endpoint: endpointView, secret: z.string(), warnings }),
  refusals: ['endpoint field is refused', 'too many endpoints'],
  async run(ports: EndpointPorts, written, caller) {
    const added = await ports.endpointManagement.service.add(caller.accountId, written, caller);
    if (!added.ok) {
      return added.why === 'fields'
        ? fieldRefused(added.refusals)
        : refuse('too many endpoints', { params: { max: extrasMax } });
    }
    const { secret, endpoint } = added;
    const shown = await viewEndpoint(endpoint, ports, caller);
    return { endpoint: shown, secret, warnings: [...added.warnings] };
  },
});

export const setEndpoint = operation({
  name: 'endpoint set',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes: endpointReads,
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: z.strictObject({ endpoint: endpointId, url: endpointUrl.optional(), ...settingsShape }),
  output: z.object({ endpoint: endpointView, warnings }),
  refusals: ['endpoint is not there', 'endpoint field is refused', 'endpoint would not change'],
  async run(ports: EndpointPorts, { endpoint: id, ...written }, caller) {
    if (Object.keys(written).length === 0) return refuse('endpoint would not change');
    const endpoint = await findOwn(ports, { endpoint: id }, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const changed = await ports.endpointManagement.service.change(endpoint, written, caller);
    if (!changed.ok)
      return changed.why === 'fields' ? fieldRefused(changed.refusals) : notThere(id);
    const shown = await viewEndpoint(changed.endpoint, ports, caller);
    return { endpoint: shown, warnings: [...changed.warnings] };
  },
});

export const removeEndpoint = operation({
  name: 'endpoint remove',
  does: 'writes',
  needs: 'manage keys',
  whileClosed: true,
  // Not what shows it: a page that is open asks for what is gone.
  changes: ['endpoint list'],
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: named,
  output: z.object({ removed: z.int() }),
  refusals: ['endpoint is not there'],
  async run(ports: EndpointPorts, input, caller) {
    const endpoint = await findOwn(ports, input, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const isRemoved = await ports.endpointManagement.store.removeEndpoint(endpoint.id, caller);
    return isRemoved ? { removed: endpoint.id } : notThere(endpoint.id);
  },
});
