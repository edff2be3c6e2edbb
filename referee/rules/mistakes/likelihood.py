"""How often each mistake is made, where the cards on the table allow it: data, in one place.

Only the proportions count: 4 is twice as likely as 2. The figures are a judgement: a rule that is
seldom needed is often forgotten when it is; what lies open, as the cards, is seldom wrong. A
mistake with several ways (a card more can be any card) shares its figure out over them.
"""

LIKELIHOOD: dict[str, float] = {
    # comparisons
    "other-edition-ties": 5,
    "second-after-tie": 8,
    "second-place-skipped": 6,
    "remainder-kept": 6,
    "negative-share-rounded": 9,
    "zero-maki-paid": 5,
    "two-player-loss": 5,
    "edamame-by-cards": 4,
    "edamame-no-cap": 8,
    "soy-once": 8,
    "soy-runner-up": 6,
    "uramaki-order": 6,
    "uramaki-twice": 5,
    # nigiri
    "wasabi-doubles": 4,
    "wasabi-all-nigiri": 4,
    "wasabi-earlier-nigiri": 9,  # or it was entered so, which nobody sees on the sheet
    # sets
    "single-tempura": 4,
    "pair-of-sashimi": 4,
    "sixth-dumpling": 9,
    "linear-dumplings": 3,
    "tofu-past-two": 5,
    "eel-single-free": 5,
    "eel-third-pays": 5,
    "onigiri-same-shape": 5,
    "tea-wrong-set": 8,
    "flipped-counted": 6,
    # desserts and tokens
    "puddings-every-round": 3,
    "puddings-forgotten": 5,
    "tokens-singly": 4,
    # cards that score nothing by themselves
    "chopsticks-paid": 3,
    "wasabi-paid": 3,
    # the ruling that this table has switched off
    "other-ruling": 4,
    # the hand
    "card-more": 2,
    "card-fewer": 2,
    "card-different": 3,
    # the sum
    "line-forgotten": 4,
    "line-twice": 3,
    "adding-slip": 5,
    "digits-swapped": 4,
}
"""Every code of a mistake, with its likelihood."""

CODES = tuple(LIKELIHOOD)

PAIR = 0.05
"""How likely a second mistake is beside a first one."""
