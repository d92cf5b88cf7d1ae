import { describe, expect, test } from 'vitest';
import { mayReach, networkOfAddress, networkOfHost } from '#shared/authorization';

const hostOf = (url: string): ReturnType<typeof networkOfHost> => networkOfHost(new URL(url).hostname);

describe('an address', () => {
  test.each([
    ...['http://127.0.0.1', 'http://127.9.9.9:80', 'http://0.0.0.0', 'http://localhost', 'http://a.localhost.'],
    ...[
      'http://[::1]',
      'http://[::]',
      'http://[::ffff:127.0.0.1]',
      'http://2130706433',
      'http://0x7f.1',
      'http://0177.1',
    ],
    ...['http://[::127.0.0.1]', 'http://[64:ff9b::127.0.0.1]', 'http://[2002:7f00:1::]', 'http://LOCALHOST'],
  ])('%s is this computer', (url) => {
    expect(hostOf(url)).toBe('loopback');
  });

  test.each([
    ...[
      'http://10.0.0.1',
      'http://172.16.0.1',
      'http://172.31.255.255',
      'http://192.168.1.1',
      'http://169.254.169.254',
    ],
    ...[
      'http://100.64.0.1',
      'http://100.127.255.255',
      'http://224.0.0.1',
      'http://255.255.255.255',
      'http://198.19.0.1',
    ],
    ...['http://[fc00::1]', 'http://[fdff::1]', 'http://[fe80::1]', 'http://[febf::1]', 'http://[::ffff:10.0.0.1]'],
    ...[
      'http://[64:ff9b::a00:1]',
      'http://[2002:c0a8:1::]',
      'http://[ff02::1]',
      'http://[fec0::1]',
      'http://192.0.0.1',
    ],
    ...['http://[::ffff:0:127.0.0.1]', 'http://[2001:0:7f00:1::1]', 'http://[100::1]', 'http://[4000::1]'],
  ])('%s is in a local network', (url) => {
    expect(hostOf(url)).toBe('private');
  });

  test.each([
    ...['http://8.8.8.8', 'http://172.32.0.1', 'http://100.128.0.1', 'http://11.0.0.1', 'http://192.169.0.1'],
    ...['http://[2001:db8::1]', 'http://[::ffff:8.8.8.8]', 'http://[2002:808:808::]', 'http://128.0.0.1'],
  ])('%s is public', (url) => {
    expect(hostOf(url)).toBe('public');
  });

  test('is read as DNS gives it, and nothing else is one', () => {
    expect(networkOfAddress('::ffff:127.0.0.1')).toBe('loopback');
    expect(networkOfAddress('fe80::1%eth0')).toBe('private');
    for (const text of ['', ':', ':::', '1.2.3', '1.2.3.256', '1::2::3', 'g::1', '1:2:3:4:5:6:7:8:9', '::1.2.3.999'])
      expect(networkOfAddress(text)).toBeUndefined();
    expect(hostOf('http://localhost.example')).toBeUndefined();
  });
});

test('a server may send us to its own network and to wider ones', () => {
  expect(mayReach('public', 'public')).toBe(true);
  expect(mayReach('public', 'private')).toBe(false);
  expect(mayReach('private', 'private')).toBe(true);
  expect(mayReach('private', 'loopback')).toBe(false);
  expect(mayReach('loopback', 'public')).toBe(true);
});
