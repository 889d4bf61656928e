export { CertificateFiles } from './certificate-files.ts';
export { createMqttTls } from './mqtt-tls.ts';
export { isMqttUpgrade, serveMqttOverWebSocket } from './mqtt-websocket.ts';
export { createRedirect } from './redirect.ts';
export { tlsServer } from './tls-server.ts';
