/** Whom TLS trusts for a connection, and the certificate that it shows, from the files that a person named. */
import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { homedir } from 'node:os';
import { createSecureContext, rootCertificates, type SecureContext, type SecureContextOptions } from 'node:tls';
import { errorText } from '#shared/base';
import { optionFile } from '../base/index.ts';
import type { NetworkSettings } from '#shared/relay-protocol';

export interface TlsChoice {
  readonly secureContext?: SecureContext;
  readonly rejectUnauthorized?: false;
}

/**
 * How TLS is spoken with the connection's own server, with everybody else, who is not shown the client certificate, and with a proxy,
 * whose certificate is always verified: it is told a password, and no recording would say whose certificate was taken.
 */
export interface Trust {
  readonly own: () => TlsChoice;
  readonly others: () => TlsChoice;
  readonly proxies: () => TlsChoice;
}

/** Reads the files. Throws a sentence that names the unusable one. */
export function trustOf({ ca, cert, key, passphrase, unverified }: NetworkSettings): Trust {
  if (cert === undefined && key !== undefined)
    throw new Error(`${key} is the key of a client certificate; the certificate is missing.`);
  const any = unverified ? { rejectUnauthorized: false as const } : {};
  const trusted = ca === undefined ? {} : { ca: [...systemCertificates(), certificates(ca)] };
  const plain = (): TlsChoice => (ca === undefined ? any : { ...any, secureContext: context(ca, trusted) });
  // All of Node's certificates are read for each: some 50 ms.
  let made: TlsChoice | undefined;
  const others = (): TlsChoice => (made ??= plain());
  const proxies = (): TlsChoice => {
    const { secureContext } = others();
    return secureContext ? { secureContext } : {};
  };
  if (cert === undefined) {
    others();
    return { own: others, others, proxies };
  }
  const shown = { cert: pem(cert), key: pem(key ?? cert), ...(passphrase === undefined ? {} : { passphrase }) };
  const own: TlsChoice = { ...any, secureContext: context(key ?? cert, { ...trusted, ...shown }) };
  return { own: () => own, others, proxies };
}

/** The certificates that Node trusts by default, because an own list replaces them. */
function systemCertificates(): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: extra } = process.env;
  if (!extra) return rootCertificates;
  try {
    return [...rootCertificates, readFileSync(extra, 'utf8')];
  } catch {
    // Node ignores such a file, with a warning at its start.
    return rootCertificates;
  }
}

/** The text of a PEM file (RFC 7468); `~/` is the home folder, as in a shell. */
function pem(path: string): string {
  const text = optionFile(path.replace(/^~(?=[\\/])/, homedir()));
  if (!text.includes('-----BEGIN ')) throw new Error(`${path} is not a PEM file: it has no “-----BEGIN”.`);
  return text;
}

const CERTIFICATE = /-----BEGIN (?:X509 )?CERTIFICATE-----.*?-----END (?:X509 )?CERTIFICATE-----/gs;

/** OpenSSL skips what it can't read in a PEM file of certificates, and then trusts nobody by that file. */
function certificates(path: string): string {
  const text = pem(path);
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length === 0 && !text.includes('-----BEGIN TRUSTED CERTIFICATE-----'))
    throw new Error(`${path} can’t be used: there is no certificate in it.`);
  try {
    for (const each of found) new X509Certificate(each);
  } catch (error) {
    throw new Error(`${path} can’t be used: a certificate in it is damaged.`, { cause: error });
  }
  return text;
}

function context(path: string, options: SecureContextOptions): SecureContext {
  try {
    return createSecureContext(options);
  } catch (error) {
    const words = errorText(error);
    const why = CRYPTO_WORDS.find(([fits]) => fits.test(words))?.[1] ?? words;
    const locked = why === WRONG_PASSPHRASE && options.passphrase === undefined;
    throw new Error(`${path} can’t be used: ${locked ? 'the key needs its passphrase' : why}.`, { cause: error });
  }
}

const WRONG_PASSPHRASE = 'the passphrase does not open the key';

const CRYPTO_WORDS: readonly (readonly [fits: RegExp, words: string])[] = [
  [/bad decrypt|bad password|interrupted or cancelled/i, WRONG_PASSPHRASE],
  [/key values mismatch|key type mismatch/i, 'the key does not belong to the certificate'],
  [/no start line|unsupported/i, 'there is no private key in it'],
  [/certificate_chain|PEM_read_bio_X509/i, 'a certificate in it is damaged'],
];
