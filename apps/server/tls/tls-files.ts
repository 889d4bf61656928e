/** The TLS files, by their settings. */
export interface TlsFiles {
  /** PEM: the certificate, followed by intermediate certificates. */
  certificate: string;
  key: string;
  /** PEM: authorities of device certificates. */
  clientCa: string | undefined;
  /** PEM: certificates that these authorities have revoked. */
  clientCrl: string | undefined;
}
