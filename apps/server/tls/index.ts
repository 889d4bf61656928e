export { CertificateFiles } from './certificate-files.ts';
export { endTlsConnections, http2Options } from './http2.ts';
export { createMqttTls } from './mqtt-tls.ts';
export { isMqttUpgrade, serveMqttOverWebSocket } from './mqtt-websocket.ts';
export { createRedirect } from './redirect.ts';
