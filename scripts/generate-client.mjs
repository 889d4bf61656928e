// npm run generate: the calls of packages/client, where its dependencies are installed already.
import { generateClient } from './lib/prepare.mjs';

await generateClient();
