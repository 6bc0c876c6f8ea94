/**
 * The built dashboard, read whole at the start: a later build does not take the files away that a page of
 * this process names. Kept compressed, some 400 KB.
 */
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { ownFilesIn, readOwnFile } from '#core/own-files.ts';
import type { Page } from './page.ts';

export type DashboardFiles = {
  /** `index.html`, with `%nonce%` in it. */
  readonly document: string;
  /** By their path: `/assets/main-3f9a.js`. */
  readonly assets: ReadonlyMap<string, Asset>;
};

export type Asset = { readonly type: string; readonly gzipped: Buffer };

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Undefined where none is built. Throws where a build is not whole. */
export function readDashboard(folder: URL): DashboardFiles | undefined {
  // The stamp is written last.
  if (!ownFilesIn(folder).includes('built-from.txt')) return undefined;
  const document = readOwnFile(new URL('index.html', folder)).toString();
  const inside = new URL('assets/', folder);
  const compressed = ownFilesIn(inside).filter((file) => file.endsWith('.gz'));
  const assets = compressed.map((file): [string, Asset] => {
    const name = `/assets/${file.slice(0, -'.gz'.length)}`;
    const type = types[path.extname(name)] ?? 'application/octet-stream';
    return [name, { type, gzipped: readOwnFile(new URL(file, inside)) }];
  });
  return { document, assets: new Map(assets) };
}

/** Nobody reads it but programs: it is a file of a build that is gone. */
const missing: HttpReply = {
  status: 404,
  headers: pageHeaders("default-src 'none'; frame-ancestors 'none'").concat([
    'Content-Type',
    'text/plain; charset=utf-8',
  ]),
  body: 'There is no such file.\n',
};

/** What has a hash of its content in its name never changes. */
const hashed = /-[\w-]{8}\.\w+$/;

export function assetPage({ assets }: DashboardFiles): Page {
  return {
    path: '/assets/',
    methods: ['GET', 'HEAD'],
    answer: (request) => {
      const asset = assets.get(request.path);
      return asset === undefined ? missing : tell(asset, request);
    },
  };
}

function tell({ type, gzipped }: Asset, { path: name, headers }: HttpRequest): HttpReply {
  const isCompressed = takesGzip(headers['accept-encoding']);
  const octets = isCompressed ? gzipped : gunzipSync(gzipped);
  return {
    status: 200,
    headers: [
      ...pageHeaders("default-src 'none'; frame-ancestors 'none'", { cacheControl: cacheOf(name) }),
      'Content-Type',
      type,
      'Vary',
      'Accept-Encoding',
      ...(isCompressed ? ['Content-Encoding', 'gzip'] : []),
    ],
    body: octets.toString('latin1'),
    isOctets: true,
  };
}

function cacheOf(name: string): string {
  return hashed.test(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

/** RFC 9110 §12.5.3, as far as browsers and proxies write it. */
function takesGzip(header = ''): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i.test(header);
}
