// The orders a list of jobs can be asked for.

/**
 * `newest`, `oldest` created first · `ended` last ended first, only ended ones · `longest`, `shortest` by how long the last
 * claim ran or runs, only those that began · `urgent` the lowest priority number first, then the oldest · `attempts` most
 * tries first.
 */
export const jobSorts = ['newest', 'oldest', 'ended', 'longest', 'shortest', 'urgent', 'attempts'] as const;
export type JobSort = (typeof jobSorts)[number];

/** Beyond this many, a count of matching jobs stops: "10,000+". */
export const mostCounted = 10_000;
