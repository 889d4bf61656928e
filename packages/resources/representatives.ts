/**
 * The resources with which the engine is tested in full (`describeResource`). Together they use nearly every feature
 * of declarations; representatives.test.ts names the tests of the others.
 */
export const representatives: readonly string[] = ['battery', 'collection', 'customer', 'issue'];

/** The document kinds with which posting is tested in full (`describeDocument`). */
export const documentRepresentatives: readonly string[] = ['receipt', 'issue', 'opening'];
