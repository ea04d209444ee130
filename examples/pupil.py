"""A pupil checks series, finds out what is wrong with them, and practises until an exercise is right."""

import primecards as pc


def main() -> None:
    for cards in ("23 3 13 20", "23 27 57", "51 57 21", "90 94 98 w"):
        verdict = pc.check_series(cards)
        print(f"{cards}: {'a series' if verdict.ok else 'not a series'}")
        print(verdict.explain())
        print()

    exercise = pc.make_item("find-key", level=3, seed="k7f2q9")
    print(exercise.stem, *exercise.given["cards"])
    for answer in ("51", "41", "71"):
        mark = pc.mark(exercise, answer)
        print(f"My answer is {answer}: {mark.points} points.")
        if mark.correct:
            print(*mark.feedback)
        else:
            print("A hint:", mark.hint)
            print("The reason:", *mark.feedback)


if __name__ == "__main__":
    main()
