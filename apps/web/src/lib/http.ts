/**
 * Typed requests to the API. Responses are parsed with a schema of `packages/domain`; anything but a 2xx throws a
 * `Problem`.
 */
import type { AxiosRequestConfig } from 'axios';
import * as z from 'zod/mini';
import { client } from './client.ts';
import { reportError } from './error-log.ts';
import { Problem } from './problem.ts';

function parse<T>(schema: z.core.$ZodType<T>, path: string, data: unknown): T {
  const result = z.safeParse(schema, data);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', ');
  reportError(new Error(`Answer of ${path.split('?')[0]} not understood: ${issues}`));
  throw new Problem({
    code: 'answer_not_understood',
    title: 'Answer not understood',
    detail: 'The server sent something that this page does not understand. Please reload the page.',
  });
}

export const http = {
  /** GET, parsed by the schema. */
  async get<T>(path: string, schema: z.core.$ZodType<T>, options?: AxiosRequestConfig): Promise<T> {
    return parse(schema, path, (await client.get<unknown>(path, options)).data);
  },

  /** GET of a file (PDF, CSV or ZIP), with its name if the server gives one. */
  async getFile(path: string): Promise<Blob | File> {
    const accept = { Accept: 'application/pdf, text/csv, application/zip, application/problem+json' };
    const { data, headers } = await client.get<Blob>(path, { responseType: 'blob', headers: accept });
    const [, name] = /filename="([^"]+)"/.exec(String(headers['content-disposition'])) ?? [];
    return name ? new File([data], name, { type: data.type }) : data;
  },

  /** POST of JSON, or of a form for a `URLSearchParams`; the response is parsed by the schema. */
  async post<T>(
    path: string,
    body: unknown,
    schema: z.core.$ZodType<T>,
    options?: AxiosRequestConfig,
  ): Promise<T> {
    return parse(schema, path, (await client.post<unknown>(path, body, options)).data);
  },

  /** POST of JSON; returns status and unparsed data of a 2xx, for requests whose status matters (202). */
  async postRaw(
    path: string,
    body: unknown,
    options?: AxiosRequestConfig,
  ): Promise<{ status: number; data: unknown }> {
    const { status, data } = await client.post<unknown>(path, body, options);
    return { status, data };
  },

  /** PUT of JSON; the response is parsed by the schema. */
  async put<T>(path: string, body: unknown, schema: z.core.$ZodType<T>): Promise<T> {
    return parse(schema, path, (await client.put<unknown>(path, body)).data);
  },

  /** PATCH of JSON; the response is parsed by the schema. */
  async patch<T>(path: string, body: unknown, schema: z.core.$ZodType<T>): Promise<T> {
    return parse(schema, path, (await client.patch<unknown>(path, body)).data);
  },

  /** DELETE; ignores the response body. */
  async delete(path: string, options?: AxiosRequestConfig): Promise<void> {
    await client.delete(path, options);
  },
};
