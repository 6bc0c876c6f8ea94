/** `/openapi.json`, for people who are signed in. */
import type { Command } from '#api/commands/command.ts';
import type { Definition, Handler } from '#api/dashboard/handler.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { namedDefinitions } from './dashboard-paths.ts';
import { openApiDocument } from './document.ts';

const showOpenApi: Definition = {
  method: 'GET',
  path: '/openapi.json',
  needs: 'signed in',
  summary: 'This document.',
};

const headers = [
  ...pageHeaders("default-src 'none'; frame-ancestors 'none'"),
  'Content-Type',
  'application/json',
];

/** The document is made once, when somebody asks for it first. */
export function openApiHandler(commands: readonly Command[]): Handler {
  let body: string | undefined;
  return {
    definition: showOpenApi,
    answer() {
      body ??= JSON.stringify(openApiDocument(commands, allRoutes()));
      return { ok: true, raw: { status: 200, headers, body } };
    },
  };
}

function allRoutes() {
  const own = { name: 'openapi_showOpenApi', area: 'openapi', definition: showOpenApi };
  return [...namedDefinitions(), own];
}
