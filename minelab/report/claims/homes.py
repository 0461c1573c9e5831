"""Where each claim belongs: the one notebook that shows it, named by its file."""

HOMES = {
    "01_representation": "A14 C11",
    "02_inference": "A26 B09 B11 C04 C06 C09 C10 D12 E07 E08",
    "03_play_by_play": "A15 A16 A28 A30 B08 C03",
    "04_density_curves": (
        "A03 A04 A05 A06 A08 A09 A10 A11 A12 A13 A33 B01 B02 B03 B04 C01 C02 C05 E01 E02 E05 X02"
    ),
    "05_efficiency": "A01 A02 A07 A18 A24 A29 A32 A34 A35 B05 B10 C07 C08 D11 E09 E11",
    "06_bonuses": "A17 A19 A20 A21 A22 A23 A25 A27 A31 B06 B07 B12 E03 E04 E06 E10 X01",
    "07_daggers_and_gold": "D01 D02 D03 D04 D05 D06 D07 D08 D09 D10 D13",
}
HOME = {claim: notebook for notebook, claims in HOMES.items() for claim in claims.split()}
"""The notebook of each claim, by its id."""
