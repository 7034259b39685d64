import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { devAids } from './dev-aids.ts';

const asked: string[] = [];
const servers: Server[] = [];

async function start(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A server that records its requests, under a name. */
const noting = (name: string) =>
  createServer((request, response) => {
    asked.push(`${name} ${request.method} ${request.url}`);
    response.setHeader('Content-Security-Policy', "default-src 'none'").end(name);
  });

let port: number;
let elsewhere: number;
beforeAll(async () => {
  const catcher = await start(noting('catcher'));
  elsewhere = await start(noting('elsewhere'));
  port = await start(createServer(express().use(devAids(`http://127.0.0.1:${catcher}`))));
});
afterAll(() => servers.forEach((server) => server.close()));

/** Sends a request line as it is; returns the whole answer. */
async function sendLine(line: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

describe('the mails under our own address', () => {
  it.each([
    ['GET /dev/mails?to=a%40b.c', 'catcher GET /dev/mails?to=a%40b.c'],
    ['DELETE /dev/mails', 'catcher DELETE /dev/mails'],
    ['GET /dev/mail?id=1', 'catcher GET /dev/mail?id=1'],
    ['GET http://127.0.0.1:{elsewhere}/dev/mails?to=x', 'catcher GET /dev/mails?to=x'],
    ['GET http://user@127.0.0.1:{elsewhere}/dev/mail', 'catcher GET /dev/mail'],
  ])('%s asks the mail catcher, and nobody else', async (line, what) => {
    asked.length = 0;
    const answer = await sendLine(line.replace('{elsewhere}', String(elsewhere)));
    expect(asked).toEqual([what]);
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
    expect(answer).toMatch(/cache-control: no-store/i);
  });

  it.each([
    'GET //127.0.0.1:{elsewhere}/dev/mails',
    'GET /dev/mail/..%2f..%2fx',
    'GET http://[::1/dev/mails',
  ])('%s leads nowhere else', async (line) => {
    asked.length = 0;
    await sendLine(line.replace('{elsewhere}', String(elsewhere)));
    expect(asked.filter((what) => !what.startsWith('catcher GET /dev/mail'))).toEqual([]);
  });
});
