// Loaded before a process of the product where there is no libfaketime: its wall clock is wrong by `ms`.
const ms = Number(new URL(import.meta.url).searchParams.get('ms'));
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ms);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + ms;
  }
};
