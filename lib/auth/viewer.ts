// Who is asking. Until accounts are on there is one local person, and every read and write is limited to them all the same.

/** Every query is limited to one org and one user of it. */
export interface Viewer {
  readonly orgId: number;
  readonly userId: number;
  /** The HTTP request they ask by, for the audit; absent for what nobody asked over HTTP. */
  readonly requestId?: string;
}

/** The only person of a local installation. */
export const localViewer: Viewer = { orgId: 1, userId: 1 };
