let latest = 0;

/** A number for a review that no other one of this page has. */
export function nextReviewId(): number {
  latest += 1;
  return latest;
}
