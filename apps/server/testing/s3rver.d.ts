/** The part of s3rver that tests use; it has no types of its own. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    store: { listObjects(bucket: string, query: { maxKeys: number }): Promise<object> };
    /** Of Koa, in order; the last one is the router. */
    middleware: ((
      ctx: { path: string; mountPath?: string; state: { vhost?: boolean } },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
